#version 450
// Products of matrices by matrix units: a work group computes ROWS × COLUMNS elements, a subgroup of 32 threads
// UNIT_COLUMNS × UNIT_ROWS of them, 16 × 16 at a time. Both operands are rounded to f16, and summed in f32.
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "fetch.glsl"

layout(constant_id = 1) const uint TYPE_A = 0;
layout(constant_id = 2) const bool ALIGNED_A = false;
layout(constant_id = 3) const uint TYPE_B = 0;
layout(constant_id = 4) const bool ALIGNED_B = false;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Floats {
    float at[];
};

const uint ACROSS = COLUMNS / UNIT_COLUMNS;
const uint GROUP = 32 * ACROSS * (ROWS / UNIT_ROWS);

// Where nothing is to be converted, whole tiles are fetched without asking where a row ends.
const bool HALVES = TYPE_A == F16 && ALIGNED_A && TYPE_B == F16 && ALIGNED_B;

// Rows in shared memory, in eights of elements. One more than needed, so that rows do not meet in banks.
const uint EIGHTS = DEPTH / 8;
const uint PITCH = EIGHTS + 1;

// What a thread fetches of each operand.
const uint PARTS_A = ROWS * EIGHTS / GROUP;
const uint PARTS_B = COLUMNS * EIGHTS / GROUP;

// Tiles that share operands run at the same time, so that the cache has them.
const uint NEIGHBOURS = 8;

const uint FOURS = UNIT_COLUMNS / 16;
const uint WIDE = UNIT_ROWS / 16;

shared uvec4 tileA[ROWS * PITCH];
shared uvec4 tileB[COLUMNS * PITCH];

// Where a tile is not whole its sums pass through here.
shared float edge[GROUP / 32][16 * 16];

// Where the rows of a thread's parts start.
uint rowsA[PARTS_A];
uint rowsB[PARTS_B];

uvec4 nextA[PARTS_A];
uvec4 nextB[PARTS_B];

// Eight elements as halves; what is behind the end is zero.
uvec4 eight(uint type, bool aligned, uvec2 base, uint row, uint stride, uint k, uint n) {
    if (type == F16 && aligned) {
        // All loads are under way sooner where none is behind a branch.
        uvec4 loaded = Quads(base).at[(row >> 4) + (min(k, n - 8) >> 3)];
        return k < n ? loaded : uvec4(0);
    }
    if (k >= n) {
        return uvec4(0);
    }
    vec4 low;
    vec4 high;
    fetch(type, aligned, base, row, stride, k, n, low, high);
    return uvec4(packHalf2x16(low.xy), packHalf2x16(low.zw), packHalf2x16(high.xy), packHalf2x16(high.zw));
}

// Fetches a thread's parts of both tiles from a depth on. Rows that do not exist repeat the last one: nobody stores their
// sums.
void fetchTiles(Tensor a, Tensor b, uint depth) {
    uint n = a.extents.x;
    uint k = depth + 8 * (gl_LocalInvocationID.x % EIGHTS);
    if (HALVES && depth + DEPTH <= n) {
        [[unroll]] for (uint i = 0; i < PARTS_A; i++) {
            nextA[i] = Quads(a.base).at[(rowsA[i] >> 4) + (k >> 3)];
        }
        [[unroll]] for (uint i = 0; i < PARTS_B; i++) {
            nextB[i] = Quads(b.base).at[(rowsB[i] >> 4) + (k >> 3)];
        }
        return;
    }
    [[unroll]] for (uint i = 0; i < PARTS_A; i++) {
        nextA[i] = eight(TYPE_A, ALIGNED_A, a.base, rowsA[i], a.strides.x, k, n);
    }
    [[unroll]] for (uint i = 0; i < PARTS_B; i++) {
        nextB[i] = eight(TYPE_B, ALIGNED_B, b.base, rowsB[i], b.strides.x, k, n);
    }
}

void storeTiles() {
    uint at = gl_LocalInvocationID.x / EIGHTS * PITCH + gl_LocalInvocationID.x % EIGHTS;
    [[unroll]] for (uint i = 0; i < PARTS_A; i++) {
        tileA[at + i * (GROUP / EIGHTS) * PITCH] = nextA[i];
    }
    [[unroll]] for (uint i = 0; i < PARTS_B; i++) {
        tileB[at + i * (GROUP / EIGHTS) * PITCH] = nextB[i];
    }
}

// The place of a tile in a matrix of so many tiles: down some columns of tiles, then on by a row.
uvec2 tilePlace(uint i, uvec2 tiles) {
    uint band = i / (NEIGHBOURS * tiles.x);
    uint height = min(NEIGHBOURS, tiles.y - band * NEIGHBOURS);
    uint inside = i - band * NEIGHBOURS * tiles.x;
    return uvec2(inside / height, band * NEIGHBOURS + inside % height);
}

void main() {
    if (isGroupTooMany()) {
        return;
    }
    Tensor a = operand0;
    Tensor b = operand1();
    uvec4 all = target.extents;
    uvec2 tiles = uvec2((all.x + ROWS - 1) / ROWS, (all.y + COLUMNS - 1) / COLUMNS);
    uint matrix = group() / (tiles.x * tiles.y);
    uvec2 first = tilePlace(group() % (tiles.x * tiles.y), tiles) * uvec2(ROWS, COLUMNS);
    uvec2 outer = uvec2(matrix % all.z, matrix / all.z);
    uint startA = place(a, uvec4(0, first.x, outer / (all.zw / a.extents.zw)));
    uint startB = place(b, uvec4(0, first.y, outer));
    uint rows = min(ROWS, all.x - first.x);
    uint columns = min(COLUMNS, all.y - first.y);
    uint own = gl_LocalInvocationID.x / EIGHTS;
    [[unroll]] for (uint i = 0; i < PARTS_A; i++) {
        rowsA[i] = startA + min(own + i * (GROUP / EIGHTS), rows - 1) * a.strides.y;
    }
    [[unroll]] for (uint i = 0; i < PARTS_B; i++) {
        rowsB[i] = startB + min(own + i * (GROUP / EIGHTS), columns - 1) * b.strides.y;
    }

    uint unit = gl_SubgroupID;
    uint row = unit / ACROSS * UNIT_ROWS;
    uint column = unit % ACROSS * UNIT_COLUMNS;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sums[FOURS][WIDE];
    [[unroll]] for (uint i = 0; i < FOURS; i++) {
        [[unroll]] for (uint j = 0; j < WIDE; j++) {
            sums[i][j] = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
        }
    }
    fetchTiles(a, b, 0);
    for (uint depth = 0; depth < a.extents.x; depth += DEPTH) {
        barrier();
        storeTiles();
        barrier();
        // While these are multiplied, the next ones are on their way.
        if (!HALVES || depth + DEPTH < a.extents.x) {
            fetchTiles(a, b, depth + DEPTH);
        }
        [[unroll]] for (uint k = 0; k < EIGHTS; k += 2) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> left[FOURS];
            [[unroll]] for (uint i = 0; i < FOURS; i++) {
                coopMatLoad(
                    left[i], tileB, (column + 16 * i) * PITCH + k, PITCH, gl_CooperativeMatrixLayoutRowMajor);
            }
            [[unroll]] for (uint j = 0; j < WIDE; j++) {
                coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> right;
                coopMatLoad(right, tileA, (row + 16 * j) * PITCH + k, PITCH, gl_CooperativeMatrixLayoutColumnMajor);
                [[unroll]] for (uint i = 0; i < FOURS; i++) {
                    sums[i][j] = coopMatMulAdd(left[i], right, sums[i][j]);
                }
            }
        }
    }

    // Columns of the result lie in memory as rows of the sums.
    uint stride = target.strides.y;
    uint to = place(target, uvec4(first, outer));
    bool whole = rows == ROWS && columns == COLUMNS && ((to | stride) & 15u) == 0;
    [[unroll]] for (uint i = 0; i < FOURS; i++) {
        [[unroll]] for (uint j = 0; j < WIDE; j++) {
            uint atColumn = column + 16 * i;
            uint atRow = row + 16 * j;
            if (whole) {
                coopMatStore(
                    sums[i][j],
                    Floats(target.base).at,
                    (to + atColumn * stride + 4 * atRow) >> 2,
                    stride >> 2,
                    gl_CooperativeMatrixLayoutRowMajor);
            } else {
                coopMatStore(sums[i][j], edge[unit], 0, 16, gl_CooperativeMatrixLayoutRowMajor);
                subgroupBarrier();
                for (uint e = gl_SubgroupInvocationID; e < 16 * 16; e += 32) {
                    uint r = atRow + e % 16;
                    uint c = atColumn + e / 16;
                    if (r < rows && c < columns) {
                        storeWord(target.base, to + c * stride + 4 * r, floatBitsToUint(edge[unit][e]));
                    }
                }
                subgroupBarrier();
            }
        }
    }
}
