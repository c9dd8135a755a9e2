#version 450
// Products of matrices by tiles: a work group computes ROWS × COLUMNS elements, a thread TILE_ROWS × TILE_COLUMNS of them,
// in fours. Macros give the sizes, as registers cannot be counted by specialization constants.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "fetch.glsl"

layout(constant_id = 1) const uint TYPE_A = 0;
layout(constant_id = 2) const bool ALIGNED_A = false;
layout(constant_id = 3) const uint TYPE_B = 0;
layout(constant_id = 4) const bool ALIGNED_B = false;

// The depth of a tile: two fetches a row, one for each thread.
const uint DEPTH = 16;

// Rows of tiles in shared memory, in vectors.
const uint PITCH_A = ROWS / 4;
const uint PITCH_B = COLUMNS / 4;

// The fours of a thread lie that many vectors apart, so that neighbouring threads read neighbouring vectors.
const uint FOURS_A = TILE_ROWS / 4;
const uint FOURS_B = TILE_COLUMNS / 4;
const uint APART_A = ROWS / TILE_ROWS;
const uint APART_B = COLUMNS / TILE_COLUMNS;

// While one of two is multiplied the other is filled.
shared vec4 tileA[2][DEPTH * PITCH_A];
shared vec4 tileB[2][DEPTH * PITCH_B];

vec4 nextA[2];
vec4 nextB[2];

// Fetches a thread's part of both tiles from a depth on.
void fetchTiles(Tensor a, Tensor b, uint rowA, bool thereA, uint rowB, bool thereB, uint depth) {
    uint n = a.extents.x;
    uint k = depth + 8 * (gl_LocalInvocationID.x & 1u);
    nextA[0] = nextA[1] = nextB[0] = nextB[1] = vec4(0);
    if (thereA && k < n) {
        fetch(TYPE_A, ALIGNED_A, a.base, rowA, a.strides.x, k, n, nextA[0], nextA[1]);
    }
    if (thereB && k < n) {
        fetch(TYPE_B, ALIGNED_B, b.base, rowB, b.strides.x, k, n, nextB[0], nextB[1]);
    }
}

void storeTiles(uint turn) {
    uint row = gl_LocalInvocationID.x >> 1;
    uint k = 8 * (gl_LocalInvocationID.x & 1u);
    [[unroll]] for (uint e = 0; e < 4; e++) {
        tileA[turn][(k + e) * PITCH_A + (row >> 2)][row & 3u] = nextA[0][e];
        tileA[turn][(k + e + 4) * PITCH_A + (row >> 2)][row & 3u] = nextA[1][e];
        tileB[turn][(k + e) * PITCH_B + (row >> 2)][row & 3u] = nextB[0][e];
        tileB[turn][(k + e + 4) * PITCH_B + (row >> 2)][row & 3u] = nextB[1][e];
    }
}

void main() {
    if (isGroupTooMany()) {
        return;
    }
    Tensor a = operand0;
    Tensor b = operand1();
    uvec4 all = target.extents;
    uvec4 tiles = unflatten(group(), uvec4((all.x + ROWS - 1) / ROWS, (all.y + COLUMNS - 1) / COLUMNS, all.zw));
    uint firstRow = tiles.x * ROWS;
    uint firstColumn = tiles.y * COLUMNS;
    uint own = gl_LocalInvocationID.x >> 1;
    bool thereA = firstRow + own < all.x;
    bool thereB = firstColumn + own < all.y;
    uvec2 matrix = tiles.zw / (all.zw / a.extents.zw);
    uint rowA = place(a, uvec4(0, firstRow + own, matrix));
    uint rowB = place(b, uvec4(0, firstColumn + own, tiles.zw));
    // Neighbouring threads have neighbouring rows, which lie side by side in the result.
    uint r = gl_LocalInvocationID.x % APART_A;
    uint c = gl_LocalInvocationID.x / APART_A;
    vec4 sums[FOURS_A][TILE_COLUMNS];
    [[unroll]] for (uint i = 0; i < FOURS_A; i++) {
        [[unroll]] for (uint j = 0; j < TILE_COLUMNS; j++) {
            sums[i][j] = vec4(0);
        }
    }
    fetchTiles(a, b, rowA, thereA, rowB, thereB, 0);
    storeTiles(0);
    barrier();
    uint turn = 0;
    for (uint depth = DEPTH; depth < a.extents.x + DEPTH; depth += DEPTH) {
        // While these are multiplied, the next ones are on their way.
        fetchTiles(a, b, rowA, thereA, rowB, thereB, depth);
        [[UNROLL]] for (uint k = 0; k < DEPTH; k++) {
            vec4 left[FOURS_A];
            [[unroll]] for (uint i = 0; i < FOURS_A; i++) {
                left[i] = tileA[turn][k * PITCH_A + i * APART_A + r];
            }
            [[unroll]] for (uint j = 0; j < FOURS_B; j++) {
                vec4 right = tileB[turn][k * PITCH_B + j * APART_B + c];
                [[unroll]] for (uint i = 0; i < FOURS_A; i++) {
                    [[unroll]] for (uint e = 0; e < 4; e++) {
                        sums[i][4 * j + e] = fma(left[i], vec4(right[e]), sums[i][4 * j + e]);
                    }
                }
            }
        }
        turn ^= 1;
        storeTiles(turn);
        barrier();
    }
    [[unroll]] for (uint j = 0; j < TILE_COLUMNS; j++) {
        uint column = firstColumn + 4 * (j / 4 * APART_B + c) + j % 4;
        [[unroll]] for (uint i = 0; i < FOURS_A; i++) {
            uint row = firstRow + 4 * (i * APART_A + r);
            uint to = place(target, uvec4(row, column, tiles.zw));
            [[unroll]] for (uint e = 0; e < 4; e++) {
                if (row + e < all.x && column < all.y) {
                    storeWord(target.base, to + 4 * e, floatBitsToUint(sums[i][j][e]));
                }
            }
        }
    }
}
