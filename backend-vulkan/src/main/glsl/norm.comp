#version 450
// Normalised rows, or groups of channels: a work group for each.
#include "common.glsl"
#include "types.glsl"
#include "reductions.glsl"

layout(constant_id = 1) const uint NORM = 0;
layout(constant_id = 2) const uint TYPE = 0;

const uint MEAN_AND_VARIANCE = 0;
const uint RMS = 1;
const uint L2 = 2;
const uint GROUPS = 3;

uvec4 first;
uvec4 extents;

uvec4 indexOf(uint i) {
    return NORM == GROUPS ? first + unflatten(i, extents) : uvec4(i, first.yzw);
}

float element(uint i) {
    return loadFloat(TYPE, operand0.base, place(operand0, indexOf(i)));
}

void main() {
    if (group() >= dispatched) {
        return;
    }
    uvec4 all = target.extents;
    uint n = all.x;
    if (NORM == GROUPS) {
        uint step = p.numbers[1];
        uint groups = (all.z + step - 1) / step;
        first = uvec4(0, 0, group() % groups * step, group() / groups);
        extents = uvec4(all.xy, min(step, all.z - first.z), 1);
        n = extents.x * extents.y * extents.z;
    } else {
        first = uvec4(0, unflatten(group(), all.yzwx).xyz);
    }
    uint t = gl_LocalInvocationID.x;
    float mean = 0;
    if (NORM == MEAN_AND_VARIANCE || NORM == GROUPS) {
        for (uint i = t; i < n; i += THREADS) {
            mean += element(i);
        }
        mean = sumOf(mean) / float(n);
    }
    float squares = 0;
    for (uint i = t; i < n; i += THREADS) {
        float x = element(i) - mean;
        squares += x * x;
    }
    squares = sumOf(squares);
    float divisor = NORM == L2 ? max(sqrt(squares), number(0)) : sqrt(squares / float(n) + number(0));
    for (uint i = t; i < n; i += THREADS) {
        uvec4 index = indexOf(i);
        float x = loadFloat(TYPE, operand0.base, place(operand0, index));
        storeFloat(TYPE, target.base, place(target, index), (x - mean) / divisor);
    }
}
