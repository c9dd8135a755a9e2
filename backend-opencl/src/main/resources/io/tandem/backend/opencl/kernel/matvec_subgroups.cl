// Products of a matrix with a few vectors: a work group sums the products of ROWS rows with COLUMNS of them, its threads
// side by side on each row. With indices (MUL_MAT_ID) each vector chooses its matrix.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"
#include "pairs.cl"
#include "fetch.cl"
#include "warps.cl"

#define TYPE_A C1
#define ALIGNED_A C2
#define TYPE_B C3
#define ALIGNED_B C4
#define COLUMNS C5
#define CHOSEN C6
#define ROWS C7

// Number 0: whether indices are i64.

// GPUs have several loads under way; CPUs, which have them guessed, only take longer to build the kernel.
#ifdef PTX
#define SEVERAL_AT_ONCE _Pragma("unroll 4")
#else
#define SEVERAL_AT_ONCE
#endif

#define SUMS (ROWS * COLUMNS)

// Where the rows of a work group start, and what a thread has summed.
typedef struct {
    uint rowsA[ROWS];
    uint rowsB[COLUMNS];
    float sums[SUMS];
} Share;

float4 fourOf(const Tensor *t, uint row, uint k) {
    return as_float4(((Quads)t->base)[(row >> 4) + (k >> 2)]);
}

// Of aligned rows of f32: neighbouring threads load neighbouring vectors.
void sumFloats(const Tensor *a, const Tensor *b, Share *own) {
    SEVERAL_AT_ONCE
    for (uint k = 4 * get_local_id(0); k < a->extents.x; k += 4 * THREADS) {
        float4 x[COLUMNS];
#pragma unroll
        for (uint c = 0; c < COLUMNS; c++) {
            x[c] = fourOf(b, own->rowsB[c], k);
        }
#pragma unroll
        for (uint r = 0; r < ROWS; r++) {
            float4 left = fourOf(a, own->rowsA[r], k);
#pragma unroll
            for (uint c = 0; c < COLUMNS; c++) {
                own->sums[r * COLUMNS + c] += dot(left, x[c]);
            }
        }
    }
}

// Of rows of blocks.
void sumPairs(const Tensor *a, const Tensor *b, Share *own) {
    uint n = a->extents.x;
    uint blocks = lengthOf(TYPE_A);
    uint apart = apartOf(TYPE_A);
    for (uint i = get_local_id(0); i < n / 16; i += THREADS) {
        uint block = i * 16 / blocks;
        uint first = firstOf(TYPE_A, i % (blocks / 16));
        uint k = block * blocks + first;
        float8 low;
        float8 high;
        float2 total;
#pragma unroll
        for (uint r = 0; r < ROWS; r++) {
            Pair pair = decodePair(TYPE_A, ALIGNED_A, a->base, own->rowsA[r] + block * a->strides.x, first);
#pragma unroll
            for (uint c = 0; c < COLUMNS; c++) {
                // One column serves all rows.
                if (COLUMNS > 1 || r == 0) {
                    low = fetch(TYPE_B, ALIGNED_B, b->base, own->rowsB[c], b->strides.x, k, n);
                    high = fetch(TYPE_B, ALIGNED_B, b->base, own->rowsB[c], b->strides.x, k + apart, n);
                    total = (float2)(dot(low.lo + low.hi, (float4)(1)), dot(high.lo + high.hi, (float4)(1)));
                }
                float2 products = (float2)(
                    dot(pair.bits[0], low.lo) + dot(pair.bits[1], low.hi),
                    dot(pair.bits[2], high.lo) + dot(pair.bits[3], high.hi));
                own->sums[r * COLUMNS + c] += dot(pair.scale, products) - dot(pair.least, total);
            }
        }
    }
}

// Of any rows of plain types.
void sumEights(const Tensor *a, const Tensor *b, Share *own) {
    uint n = a->extents.x;
    SEVERAL_AT_ONCE
    for (uint k = 8 * get_local_id(0); k < n; k += 8 * THREADS) {
        float8 x;
#pragma unroll
        for (uint r = 0; r < ROWS; r++) {
            float8 left = fetch(TYPE_A, ALIGNED_A, a->base, own->rowsA[r], a->strides.x, k, n);
#pragma unroll
            for (uint c = 0; c < COLUMNS; c++) {
                if (COLUMNS > 1 || r == 0) {
                    x = fetch(TYPE_B, ALIGNED_B, b->base, own->rowsB[c], b->strides.x, k, n);
                }
                own->sums[r * COLUMNS + c] += dot(left.lo, x.lo) + dot(left.hi, x.hi);
            }
        }
    }
}

KERNEL {
    __local float shares[THREADS * SUMS];
    PARAMETERS;
    const Tensor *a = &p->inputs[0];
    const Tensor *b = &p->inputs[1];
    Share share;
    Share *own = &share;
    uint4 all = p->result.extents;
    uint4 groups = (uint4)((all.x + ROWS - 1) / ROWS, (all.y + COLUMNS - 1) / COLUMNS, all.zw);
    // Divisions take long beside a short row.
    uint4 index = p->count == groups.x ? (uint4)(group(), 0, 0, 0) : unflatten(group(), groups);
    uint fromRow = index.x * ROWS;
    uint from = index.y * COLUMNS;
    uint matrix;
    if (CHOSEN) {
        uint chosen;
        uint at = place(&p->inputs[2], (uint4)(from, index.z, 0, 0));
        if (!loadIndex(p->numbers[0] != 0, p->inputs[2].base, at, a->extents.z, &chosen)) {
            reportIndex(p);
            chosen = 0;
        }
        matrix = place(a, (uint4)(0, 0, chosen, 0));
    } else if (p->count == groups.x) {
        matrix = a->offset;
    } else {
        matrix = place(a, (uint4)(0, 0, index.z / (all.z / a->extents.z), index.w / (all.w / a->extents.w)));
    }
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        own->rowsA[r] = matrix + min(fromRow + r, all.x - 1) * a->strides.y;
    }
#pragma unroll
    for (uint c = 0; c < COLUMNS; c++) {
        uint column = min(from + c, all.y - 1);
        own->rowsB[c] = place(b, (uint4)(0, CHOSEN ? column % b->extents.y : column, index.zw));
    }
#pragma unroll
    for (uint i = 0; i < SUMS; i++) {
        own->sums[i] = 0;
    }
    if (TYPE_A >= Q4_0) {
        sumPairs(a, b, own);
    } else if (TYPE_A == F32 && TYPE_B == F32 && ALIGNED_A && ALIGNED_B) {
        sumFloats(a, b, own);
    } else {
        sumEights(a, b, own);
    }
#pragma unroll
    for (uint i = 0; i < SUMS; i++) {
        float sum = warpSum(own->sums[i]);
        if (get_local_id(0) % WARP == 0) {
            shares[i * WARPS + get_local_id(0) / WARP] = sum;
        }
    }
    synchronize();
    for (uint i = get_local_id(0); i < SUMS; i += THREADS) {
        float sum = 0;
        for (uint w = 0; w < WARPS; w++) {
            sum += shares[i * WARPS + w];
        }
        uint row = fromRow + i / COLUMNS;
        uint column = from + i % COLUMNS;
        if (row < all.x && column < all.y) {
            storeWord(p->result.base, place(&p->result, (uint4)(row, column, index.zw)), as_uint(sum));
        }
    }
}
