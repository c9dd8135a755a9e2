// SET_ROWS into a block type: result[e, inputs[1][j, b, c], b, c] = inputs[0][e, j, b, c], a block for each thread.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"
#include "encoding.cl"

#define TYPE C1

// Number 0: whether indices are i64.

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint4 index = unflatten(i, (uint4)(p->inputs[0].extents.x / LENGTH, p->inputs[0].extents.yzw));
    uint row;
    uint at = place(&p->inputs[1], (uint4)(index.y, index.zw % p->inputs[1].extents.yz, 0));
    if (!loadIndex(p->numbers[0] != 0, p->inputs[1].base, at, p->result.extents.y, &row)) {
        reportIndex(p);
        return;
    }
    float x[LENGTH];
    for (uint e = 0; e < LENGTH; e++) {
        x[e] = as_float(loadWord(p->inputs[0].base, place(&p->inputs[0], (uint4)(LENGTH * index.x + e, index.yzw))));
    }
    encodeBlock(TYPE, x, p->result.base, place(&p->result, (uint4)(index.x, row, index.zw)));
}
