#version 450
// Products of a matrix with a few vectors: a work group sums a row's products with COLUMNS of them. With indices
// (MUL_MAT_ID) each vector chooses its matrix.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "fetch.glsl"

layout(constant_id = 1) const uint TYPE_A = 0;
layout(constant_id = 2) const bool ALIGNED_A = false;
layout(constant_id = 3) const uint TYPE_B = 0;
layout(constant_id = 4) const bool ALIGNED_B = false;
layout(constant_id = 5) const uint COLUMNS = 1;
layout(constant_id = 6) const bool CHOSEN = false;

// Number 0: whether indices are i64.

shared float shares[THREADS * COLUMNS];

void main() {
    if (group() >= dispatched) {
        return;
    }
    Tensor a = operand0;
    Tensor b = operand1();
    uvec4 all = target.extents;
    uint columns = (all.y + COLUMNS - 1) / COLUMNS;
    uvec4 index = unflatten(group(), uvec4(all.x, columns, all.zw));
    uint from = index.y * COLUMNS;
    uint rowA;
    if (CHOSEN) {
        uint chosen;
        uint at = place(p.inputs[2], uvec4(from, index.z, 0, 0));
        if (!loadIndex(p.numbers[0] != 0, p.inputs[2].base, at, a.extents.z, chosen)) {
            reportIndex();
            chosen = 0;
        }
        rowA = place(a, uvec4(0, index.x, chosen, 0));
    } else {
        rowA = place(a, uvec4(0, index.x, index.z / (all.z / a.extents.z), index.w / (all.w / a.extents.w)));
    }
    uint t = gl_LocalInvocationID.x;
    uint n = a.extents.x;
    float sums[COLUMNS];
    uint rowsB[COLUMNS];
    for (uint c = 0; c < COLUMNS; c++) {
        sums[c] = 0;
        uint column = min(from + c, all.y - 1);
        rowsB[c] = place(b, uvec4(0, CHOSEN ? column % b.extents.y : column, index.zw));
    }
    for (uint k = 8 * t; k < n; k += 8 * THREADS) {
        vec4 lowA;
        vec4 highA;
        fetch(TYPE_A, ALIGNED_A, a.base, rowA, a.strides.x, k, n, lowA, highA);
        for (uint c = 0; c < COLUMNS; c++) {
            vec4 lowB;
            vec4 highB;
            fetch(TYPE_B, ALIGNED_B, b.base, rowsB[c], b.strides.x, k, n, lowB, highB);
            sums[c] += dot(lowA, lowB) + dot(highA, highB);
        }
    }
    for (uint c = 0; c < COLUMNS; c++) {
        shares[c * THREADS + t] = sums[c];
    }
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        barrier();
        if (t < width) {
            for (uint c = 0; c < COLUMNS; c++) {
                shares[c * THREADS + t] += shares[c * THREADS + t + width];
            }
        }
    }
    barrier();
    float sum = t < COLUMNS ? shares[t * THREADS] : 0;
    if (t < COLUMNS && from + t < all.y) {
        storeWord(target.base, place(target, uvec4(index.x, from + t, index.zw)), floatBitsToUint(sum));
    }
}
