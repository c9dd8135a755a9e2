#version 450
// Products of a matrix with a few vectors: a work group sums the products of ROWS rows with COLUMNS of them, its threads
// side by side on each row. With indices (MUL_MAT_ID) each vector chooses its matrix.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "pairs.glsl"
#include "fetch.glsl"

layout(constant_id = 1) const uint TYPE_A = 0;
layout(constant_id = 2) const bool ALIGNED_A = false;
layout(constant_id = 3) const uint TYPE_B = 0;
layout(constant_id = 4) const bool ALIGNED_B = false;
layout(constant_id = 5) const uint COLUMNS = 1;
layout(constant_id = 6) const bool CHOSEN = false;
layout(constant_id = 7) const uint ROWS = 1;

// Number 0: whether indices are i64.

const uint SUMS = ROWS * COLUMNS;

// So many loads of each row are under way at once.
const uint AHEAD = THREADS >= 128 ? 4 : 1;

shared float shares[THREADS * SUMS];

uint rowsA[ROWS];
uint rowsB[COLUMNS];
float sums[SUMS];

vec4 fourOf(Tensor t, uint row, uint k) {
    return uintBitsToFloat(Quads(t.base).at[(row >> 4) + (k >> 2)]);
}

// Of aligned rows of f32: neighbouring threads load neighbouring vectors.
void sumFloats(Tensor a, Tensor b) {
    uint n = a.extents.x;
    uint k = 4 * gl_LocalInvocationID.x;
    for (; k + 4 * (AHEAD - 1) * THREADS < n; k += 4 * AHEAD * THREADS) {
        vec4 left[AHEAD * ROWS];
        [[unroll]] for (uint i = 0; i < AHEAD * ROWS; i++) {
            left[i] = fourOf(a, rowsA[i % ROWS], k + 4 * (i / ROWS) * THREADS);
        }
        [[unroll]] for (uint i = 0; i < AHEAD; i++) {
            [[unroll]] for (uint c = 0; c < COLUMNS; c++) {
                vec4 x = fourOf(b, rowsB[c], k + 4 * i * THREADS);
                [[unroll]] for (uint r = 0; r < ROWS; r++) {
                    sums[r * COLUMNS + c] += dot(left[i * ROWS + r], x);
                }
            }
        }
    }
    [[dont_unroll]] for (; k < n; k += 4 * THREADS) {
        [[unroll]] for (uint c = 0; c < COLUMNS; c++) {
            vec4 x = fourOf(b, rowsB[c], k);
            [[unroll]] for (uint r = 0; r < ROWS; r++) {
                sums[r * COLUMNS + c] += dot(fourOf(a, rowsA[r], k), x);
            }
        }
    }
}

// Of rows of blocks.
void sumPairs(Tensor a, Tensor b) {
    uint n = a.extents.x;
    uint blocks = lengthOf(TYPE_A);
    uint apart = apartOf(TYPE_A);
    for (uint i = gl_LocalInvocationID.x; i < n / 16; i += THREADS) {
        uint block = i * 16 / blocks;
        uint first = firstOf(TYPE_A, i % (blocks / 16));
        uint k = block * blocks + first;
        vec4 x[4];
        vec2 total;
        [[unroll]] for (uint r = 0; r < ROWS; r++) {
            Pair pair = decodePair(TYPE_A, ALIGNED_A, a.base, rowsA[r] + block * a.strides.x, first);
            [[unroll]] for (uint c = 0; c < COLUMNS; c++) {
                // One column serves all rows.
                if (COLUMNS > 1 || r == 0) {
                    fetch(TYPE_B, ALIGNED_B, b.base, rowsB[c], b.strides.x, k, n, x[0], x[1]);
                    fetch(TYPE_B, ALIGNED_B, b.base, rowsB[c], b.strides.x, k + apart, n, x[2], x[3]);
                    total = vec2(dot(x[0] + x[1], vec4(1)), dot(x[2] + x[3], vec4(1)));
                }
                vec2 products = vec2(
                    dot(pair.bits[0], x[0]) + dot(pair.bits[1], x[1]), dot(pair.bits[2], x[2]) + dot(pair.bits[3], x[3]));
                sums[r * COLUMNS + c] += dot(pair.scale, products) - dot(pair.least, total);
            }
        }
    }
}

// Sums a part of eight elements of each row, of which the matrix's are loaded.
void sumEight(Tensor b, uint k, uint n, vec4 low[ROWS], vec4 high[ROWS]) {
    vec4 x[2];
    [[unroll]] for (uint c = 0; c < COLUMNS; c++) {
        fetch(TYPE_B, ALIGNED_B, b.base, rowsB[c], b.strides.x, k, n, x[0], x[1]);
        [[unroll]] for (uint r = 0; r < ROWS; r++) {
            sums[r * COLUMNS + c] += dot(low[r], x[0]) + dot(high[r], x[1]);
        }
    }
}

// Of any rows of plain types.
void sumEights(Tensor a, Tensor b) {
    uint n = a.extents.x;
    uint k = 8 * gl_LocalInvocationID.x;
    vec4 low[ROWS];
    vec4 high[ROWS];
    if (TYPE_A != F32 && ALIGNED_A && ALIGNED_B && AHEAD > 1) {
        for (; k + 8 * (AHEAD - 1) * THREADS < n; k += 8 * AHEAD * THREADS) {
            uvec4 left[AHEAD * ROWS];
            [[unroll]] for (uint i = 0; i < AHEAD * ROWS; i++) {
                left[i] = Quads(a.base).at[(rowsA[i % ROWS] >> 4) + (k >> 3) + (i / ROWS) * THREADS];
            }
            [[unroll]] for (uint i = 0; i < AHEAD; i++) {
                [[unroll]] for (uint r = 0; r < ROWS; r++) {
                    unpackEight(TYPE_A, left[i * ROWS + r], low[r], high[r]);
                }
                sumEight(b, k + 8 * i * THREADS, n, low, high);
            }
        }
    }
    [[dont_unroll]] for (; k < n; k += 8 * THREADS) {
        [[unroll]] for (uint r = 0; r < ROWS; r++) {
            fetch(TYPE_A, ALIGNED_A, a.base, rowsA[r], a.strides.x, k, n, low[r], high[r]);
        }
        sumEight(b, k, n, low, high);
    }
}

void main() {
    if (isGroupTooMany()) {
        return;
    }
    Tensor a = operand0;
    Tensor b = operand1();
    uvec4 all = target.extents;
    uvec4 groups = uvec4((all.x + ROWS - 1) / ROWS, (all.y + COLUMNS - 1) / COLUMNS, all.zw);
    // Divisions and what is not pushed take long beside a short row.
    bool alone = !CHOSEN && dispatched == groups.x;
    uvec4 index = alone ? uvec4(group(), 0, 0, 0) : unflatten(group(), groups);
    uint fromRow = index.x * ROWS;
    uint from = index.y * COLUMNS;
    uint matrix;
    if (CHOSEN) {
        uint chosen;
        uint at = place(p.inputs[2], uvec4(from, index.z, 0, 0));
        if (!loadIndex(p.numbers[0] != 0, p.inputs[2].base, at, a.extents.z, chosen)) {
            reportIndex();
            chosen = 0;
        }
        matrix = place(a, uvec4(0, 0, chosen, 0));
    } else if (alone) {
        matrix = a.offset;
    } else {
        matrix = place(a, uvec4(0, 0, index.z / (all.z / a.extents.z), index.w / (all.w / a.extents.w)));
    }
    [[unroll]] for (uint r = 0; r < ROWS; r++) {
        rowsA[r] = matrix + min(fromRow + r, all.x - 1) * a.strides.y;
    }
    [[unroll]] for (uint c = 0; c < COLUMNS; c++) {
        uint column = min(from + c, all.y - 1);
        rowsB[c] = alone ? b.offset + column * b.strides.y : place(b, uvec4(0, CHOSEN ? column % b.extents.y : column, index.zw));
    }
    [[unroll]] for (uint i = 0; i < SUMS; i++) {
        sums[i] = 0;
    }
    if (TYPE_A >= Q4_0) {
        sumPairs(a, b);
    } else if (TYPE_A == F32 && TYPE_B == F32 && ALIGNED_A && ALIGNED_B) {
        sumFloats(a, b);
    } else {
        sumEights(a, b);
    }
    [[unroll]] for (uint i = 0; i < SUMS; i++) {
        float sum = subgroupAdd(sums[i]);
        if (subgroupElect()) {
            shares[i * THREADS + gl_SubgroupID] = sum;
        }
    }
    barrier();
    uint t = gl_LocalInvocationID.x;
    for (uint i = t; i < SUMS; i += THREADS) {
        float sum = 0;
        for (uint g = 0; g < gl_NumSubgroups; g++) {
            sum += shares[i * THREADS + g];
        }
        uint row = fromRow + i / COLUMNS;
        uint column = from + i % COLUMNS;
        if (row < all.x && column < all.y) {
            storeWord(target.base, place(target, uvec4(row, column, index.zw)), floatBitsToUint(sum));
        }
    }
}
