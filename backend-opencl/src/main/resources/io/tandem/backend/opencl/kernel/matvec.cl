// Products of a matrix with a few vectors: a work group sums a row's products with COLUMNS of them. With indices
// (MUL_MAT_ID) each vector chooses its matrix.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"
#include "fetch.cl"

#define TYPE_A C1
#define ALIGNED_A C2
#define TYPE_B C3
#define ALIGNED_B C4
#define COLUMNS C5
#define CHOSEN C6

// Number 0: whether indices are i64.

KERNEL {
    __local float shares[THREADS * COLUMNS];
    PARAMETERS;
    const Tensor *a = &p->inputs[0];
    const Tensor *b = &p->inputs[1];
    uint4 all = p->result.extents;
    uint columns = (all.y + COLUMNS - 1) / COLUMNS;
    uint4 index = unflatten(group(), (uint4)(all.x, columns, all.zw));
    uint from = index.y * COLUMNS;
    uint rowA;
    if (CHOSEN) {
        uint chosen;
        uint at = place(&p->inputs[2], (uint4)(from, index.z, 0, 0));
        if (!loadIndex(p->numbers[0] != 0, p->inputs[2].base, at, a->extents.z, &chosen)) {
            reportIndex(p);
            chosen = 0;
        }
        rowA = place(a, (uint4)(0, index.x, chosen, 0));
    } else {
        rowA = place(a, (uint4)(0, index.x, index.z / (all.z / a->extents.z), index.w / (all.w / a->extents.w)));
    }
    uint t = get_local_id(0);
    uint n = a->extents.x;
    float sums[COLUMNS];
    uint rowsB[COLUMNS];
    for (uint c = 0; c < COLUMNS; c++) {
        sums[c] = 0;
        uint column = min(from + c, all.y - 1);
        rowsB[c] = place(b, (uint4)(0, CHOSEN ? column % b->extents.y : column, index.zw));
    }
    for (uint k = 8 * t; k < n; k += 8 * THREADS) {
        float8 fetchedA = fetch(TYPE_A, ALIGNED_A, a->base, rowA, a->strides.x, k, n);
        for (uint c = 0; c < COLUMNS; c++) {
            float8 fetchedB = fetch(TYPE_B, ALIGNED_B, b->base, rowsB[c], b->strides.x, k, n);
            sums[c] += dot(fetchedA.lo, fetchedB.lo) + dot(fetchedA.hi, fetchedB.hi);
        }
    }
    for (uint c = 0; c < COLUMNS; c++) {
        shares[c * THREADS + t] = sums[c];
    }
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        synchronize();
        if (t < width) {
            for (uint c = 0; c < COLUMNS; c++) {
                shares[c * THREADS + t] += shares[c * THREADS + t + width];
            }
        }
    }
    synchronize();
    float sum = t < COLUMNS ? shares[t * THREADS] : 0;
    if (t < COLUMNS && from + t < all.y) {
        storeWord(p->result.base, place(&p->result, (uint4)(index.x, from + t, index.zw)), as_uint(sum));
    }
}
