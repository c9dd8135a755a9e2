#version 450
// Softmax of rows, with a mask and sinks: a work group for each row.
#include "common.glsl"
#include "types.glsl"
#include "reductions.glsl"

layout(constant_id = 1) const uint MASK = 0;
layout(constant_id = 2) const bool MASKED = false;
layout(constant_id = 3) const bool SINKS = false;

#include "slope.glsl"

uint row;
uint mask;
float slope;

float element(uint i) {
    float x = number(0) * uintBitsToFloat(loadWord(operand0.base, row + i * operand0.strides.x));
    return MASKED ? x + slope * loadFloat(MASK, p.inputs[1].base, mask + i * p.inputs[1].strides.x) : x;
}

void main() {
    if (group() >= dispatched) {
        return;
    }
    uvec4 all = target.extents;
    uvec4 index = uvec4(0, unflatten(group(), all.yzwx).xyz);
    row = place(operand0, index);
    slope = slopeOf(number(1), index.z, all.z);
    mask = MASKED ? place(p.inputs[1], uvec4(0, index.y, index.zw % p.inputs[1].extents.zw)) : 0;
    uint t = gl_LocalInvocationID.x;
    uint sinks = MASKED ? 2 : 1;
    float sink = SINKS
        ? uintBitsToFloat(loadWord(p.inputs[sinks].base, place(p.inputs[sinks], uvec4(index.z, 0, 0, 0))))
        : -INFINITY;
    float largest = sink;
    for (uint i = t; i < all.x; i += THREADS) {
        largest = larger(largest, element(i));
    }
    largest = largestOf(largest);
    float sum = 0;
    for (uint i = t; i < all.x; i += THREADS) {
        sum += exp(element(i) - largest);
    }
    sum = sumOf(sum);
    if (SINKS && sink != -INFINITY) {
        sum += exp(sink - largest);
    }
    uint to = place(target, index);
    for (uint i = t; i < all.x; i += THREADS) {
        storeWord(target.base, to + i * target.strides.x, floatBitsToUint(exp(element(i) - largest) / sum));
    }
}
