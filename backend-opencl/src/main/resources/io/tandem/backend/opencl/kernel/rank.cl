// Sorting by counting: a thread finds out how many elements of its row come before its own, which is its element's place.
#include "common.cl"
#include "types.cl"

#define TYPE C1
#define DESCENDING C2

// Whether a, at place i, comes before b, at place j. Equal elements keep their order, and NaN comes last.
bool comesBefore(bool descending, float a, uint i, float b, uint j) {
    bool noA = isNaN(a);
    bool noB = isNaN(b);
    if (noA || noB) {
        return noA == noB ? i < j : noB;
    }
    return a == b ? i < j : descending ? a > b : a < b;
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint4 index = unflatten(i, p->inputs[0].extents);
    Words base = p->inputs[0].base;
    uint n = p->inputs[0].extents.x;
    uint stride = p->inputs[0].strides.x;
    uint row = place(&p->inputs[0], (uint4)(0, index.yzw));
    float own = loadFloat(TYPE, base, row + index.x * stride);
    uint rank = 0;
    for (uint j = 0; j < n; j++) {
        rank += comesBefore(DESCENDING, loadFloat(TYPE, base, row + j * stride), j, own, index.x) ? 1 : 0;
    }
    if (rank < p->result.extents.x) {
        storeWord(p->result.base, place(&p->result, (uint4)(rank, index.yzw)), index.x);
    }
}
