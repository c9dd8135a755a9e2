#version 450
// Products of matrices by tiles: a work group computes ROWS × COLUMNS elements, a thread TILE_ROWS × TILE_COLUMNS of them.
// Macros give the sizes, as registers cannot be counted by specialization constants.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "fetch.glsl"

layout(constant_id = 1) const uint TYPE_A = 0;
layout(constant_id = 2) const bool ALIGNED_A = false;
layout(constant_id = 3) const uint TYPE_B = 0;
layout(constant_id = 4) const bool ALIGNED_B = false;

// The depth of a tile: two fetches a row.
const uint DEPTH = 16;

// A row of a tile in shared memory is a vector longer, so that columns do not meet in banks.
const uint PITCH_A = ROWS + 4;
const uint PITCH_B = COLUMNS + 4;

shared float tileA[DEPTH * PITCH_A];
shared float tileB[DEPTH * PITCH_B];

uvec4 all;
uint firstRow;
uint firstColumn;

void loadTiles(Tensor a, Tensor b, uint rowA, uint rowB, uint depth, uint n) {
    for (uint i = gl_LocalInvocationID.x; i < 2 * ROWS; i += THREADS) {
        uint row = i >> 1;
        uint k = depth + 8 * (i & 1u);
        vec4 low = vec4(0);
        vec4 high = vec4(0);
        if (firstRow + row < all.x && k < n) {
            fetch(TYPE_A, ALIGNED_A, a.base, rowA + (firstRow + row) * a.strides.y, a.strides.x, k, n, low, high);
        }
        uint to = 8 * (i & 1u) * PITCH_A + row;
        [[unroll]] for (uint e = 0; e < 4; e++) {
            tileA[to + e * PITCH_A] = low[e];
            tileA[to + (e + 4) * PITCH_A] = high[e];
        }
    }
    for (uint i = gl_LocalInvocationID.x; i < 2 * COLUMNS; i += THREADS) {
        uint column = i >> 1;
        uint k = depth + 8 * (i & 1u);
        vec4 low = vec4(0);
        vec4 high = vec4(0);
        if (firstColumn + column < all.y && k < n) {
            fetch(TYPE_B, ALIGNED_B, b.base, rowB + (firstColumn + column) * b.strides.y, b.strides.x, k, n, low, high);
        }
        uint to = 8 * (i & 1u) * PITCH_B + column;
        [[unroll]] for (uint e = 0; e < 4; e++) {
            tileB[to + e * PITCH_B] = low[e];
            tileB[to + (e + 4) * PITCH_B] = high[e];
        }
    }
}

void main() {
    if (group() >= p.count) {
        return;
    }
    Tensor a = p.inputs[0];
    Tensor b = p.inputs[1];
    all = p.result.extents;
    uvec4 tiles = unflatten(group(), uvec4((all.x + ROWS - 1) / ROWS, (all.y + COLUMNS - 1) / COLUMNS, all.zw));
    firstRow = tiles.x * ROWS;
    firstColumn = tiles.y * COLUMNS;
    uint rowA = place(a, uvec4(0, 0, tiles.z / (all.z / a.extents.z), tiles.w / (all.w / a.extents.w)));
    uint rowB = place(b, uvec4(0, 0, tiles.zw));
    uint n = a.extents.x;
    // Neighbouring threads have neighbouring rows, which lie side by side in the result.
    uint down = ROWS / TILE_ROWS;
    uint r = gl_LocalInvocationID.x % down * TILE_ROWS;
    uint c = gl_LocalInvocationID.x / down * TILE_COLUMNS;
    float sums[TILE_COLUMNS][TILE_ROWS];
    [[unroll]] for (uint j = 0; j < TILE_COLUMNS; j++) {
        [[unroll]] for (uint i = 0; i < TILE_ROWS; i++) {
            sums[j][i] = 0;
        }
    }
    for (uint depth = 0; depth < n; depth += DEPTH) {
        barrier();
        loadTiles(a, b, rowA, rowB, depth, n);
        barrier();
        [[dont_unroll]] for (uint k = 0; k < DEPTH; k++) {
            float left[TILE_ROWS];
            [[unroll]] for (uint i = 0; i < TILE_ROWS; i++) {
                left[i] = tileA[k * PITCH_A + r + i];
            }
            [[unroll]] for (uint j = 0; j < TILE_COLUMNS; j++) {
                float right = tileB[k * PITCH_B + c + j];
                [[unroll]] for (uint i = 0; i < TILE_ROWS; i++) {
                    sums[j][i] = fma(left[i], right, sums[j][i]);
                }
            }
        }
    }
    [[unroll]] for (uint j = 0; j < TILE_COLUMNS; j++) {
        uint column = firstColumn + c + j;
        [[unroll]] for (uint i = 0; i < TILE_ROWS; i++) {
            uint row = firstRow + r + i;
            if (row < all.x && column < all.y) {
                storeWord(p.result.base, place(p.result, uvec4(row, column, tiles.zw)), floatBitsToUint(sums[j][i]));
            }
        }
    }
}
