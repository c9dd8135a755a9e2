#version 450
// Sorting by counting: a thread finds out how many elements of its row come before its own, which is its element's place.
#include "common.glsl"
#include "types.glsl"

layout(constant_id = 1) const uint TYPE = 0;
layout(constant_id = 2) const bool DESCENDING = false;

// Whether a, at place i, comes before b, at place j. Equal elements keep their order, and NaN comes last.
bool comesBefore(float a, uint i, float b, uint j) {
    bool noA = isNaN(a);
    bool noB = isNaN(b);
    if (noA || noB) {
        return noA == noB ? i < j : noB;
    }
    return a == b ? i < j : DESCENDING ? a > b : a < b;
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec4 index = unflatten(i, operand0.extents);
    uvec2 base = operand0.base;
    uint n = operand0.extents.x;
    uint stride = operand0.strides.x;
    uint row = place(operand0, uvec4(0, index.yzw));
    float own = loadFloat(TYPE, base, row + index.x * stride);
    uint rank = 0;
    for (uint j = 0; j < n; j++) {
        rank += comesBefore(loadFloat(TYPE, base, row + j * stride), j, own, index.x) ? 1 : 0;
    }
    if (rank < target.extents.x) {
        storeWord(target.base, place(target, uvec4(rank, index.yzw)), index.x);
    }
}
