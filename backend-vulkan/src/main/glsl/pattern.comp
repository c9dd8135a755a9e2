#version 450
// Results that follow a pattern, some of them with an operand's elements in it.
#include "common.glsl"
#include "types.glsl"
#include "functions.glsl"

layout(constant_id = 1) const uint PATTERN = 0;
layout(constant_id = 2) const uint TYPE = 0;

const uint FILL = 0;
const uint ARANGE = 1;
const uint LOWER = 2;
const uint LOWER_DIAG = 3;
const uint UPPER = 4;
const uint UPPER_DIAG = 5;
const uint DIAG_MASK = 6;
const uint TIMESTEPS = 7;

float operand(uvec4 index) {
    return loadFloat(TYPE, operand0.base, place(operand0, index));
}

float timestep(uvec4 index) {
    uint h = target.extents.x / 2;
    if (index.x >= 2 * h) {
        return 0;
    }
    uint i = index.x % h;
    float w = exp(-log(number(0)) * float(i) / float(h));
    float angle = w * operand(uvec4(index.y, 0, 0, 0));
    return index.x < h ? cosine(angle) : sine(angle);
}

float value(uint i, uvec4 index) {
    switch (PATTERN) {
        case FILL:
            return number(0);
        case ARANGE:
            return fma(number(1), float(i), number(0));
        case LOWER:
            return index.x < index.y ? operand(index) : 0;
        case LOWER_DIAG:
            return index.x <= index.y ? operand(index) : 0;
        case UPPER:
            return index.x > index.y ? operand(index) : 0;
        case UPPER_DIAG:
            return index.x >= index.y ? operand(index) : 0;
        case DIAG_MASK:
            return index.x > p.numbers[0] + index.y ? number(1) : operand(index);
        default:
            return timestep(index);
    }
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec4 index = unflatten(i, target.extents);
    storeFloat(PATTERN == TIMESTEPS || PATTERN == ARANGE ? F32 : TYPE, target.base, place(target, index), value(i, index));
}
