// Sums of outer products: a thread computes eight elements of a row of the result.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"
#include "fetch.cl"

#define TYPE_A C1
#define ALIGNED_A C2
#define TYPE_B C3

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    const Tensor *a = &p->inputs[0];
    const Tensor *b = &p->inputs[1];
    uint4 all = p->result.extents;
    uint4 index = unflatten(i, (uint4)((all.x + 7) / 8, all.yzw));
    uint4 matrixA = (uint4)(0, 0, index.z / (all.z / a->extents.z), index.w / (all.w / a->extents.w));
    uint rowA = place(a, matrixA);
    uint rowB = place(b, index * (uint4)(0, 0, 1, 1)) + index.y * b->strides.x;
    float8 sums = 0;
    for (uint k = 0; k < a->extents.y; k++) {
        uint row = rowA + k * a->strides.y;
        float8 fetched = fetch(TYPE_A, ALIGNED_A, a->base, row, a->strides.x, 8 * index.x, all.x);
        float factor = loadFloat(TYPE_B, b->base, rowB + k * b->strides.y);
        sums += factor * fetched;
    }
    float x[8];
    vstore8(sums, 0, x);
    for (uint e = 0; e < 8 && 8 * index.x + e < all.x; e++) {
        uint at = place(&p->result, (uint4)(8 * index.x + e, index.yzw));
        storeWord(p->result.base, at, as_uint(x[e]));
    }
}
