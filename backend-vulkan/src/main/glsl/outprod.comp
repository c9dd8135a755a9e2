#version 450
// Sums of outer products: a thread computes eight elements of a row of the result.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "fetch.glsl"

layout(constant_id = 1) const uint TYPE_A = 0;
layout(constant_id = 2) const bool ALIGNED_A = false;
layout(constant_id = 3) const uint TYPE_B = 0;

void main() {
    uint thread = thread();
    if (thread >= dispatched) {
        return;
    }
    Tensor a = operand0;
    Tensor b = operand1();
    uvec4 all = target.extents;
    uvec4 index = unflatten(thread, uvec4((all.x + 7) / 8, all.yzw));
    uvec4 matrixA = uvec4(0, 0, index.z / (all.z / a.extents.z), index.w / (all.w / a.extents.w));
    uint rowA = place(a, matrixA);
    uint rowB = place(b, index * uvec4(0, 0, 1, 1)) + index.y * b.strides.x;
    vec4 low = vec4(0);
    vec4 high = vec4(0);
    for (uint k = 0; k < a.extents.y; k++) {
        vec4 lowA;
        vec4 highA;
        fetch(TYPE_A, ALIGNED_A, a.base, rowA + k * a.strides.y, a.strides.x, 8 * index.x, all.x, lowA, highA);
        float factor = loadFloat(TYPE_B, b.base, rowB + k * b.strides.y);
        low += factor * lowA;
        high += factor * highA;
    }
    for (uint e = 0; e < 8 && 8 * index.x + e < all.x; e++) {
        uint at = place(target, uvec4(8 * index.x + e, index.yzw));
        storeWord(target.base, at, floatBitsToUint(e < 4 ? low[e] : high[e - 4]));
    }
}
