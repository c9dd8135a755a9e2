// Elements encoded to a block type, a block for each thread.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"
#include "encoding.cl"

#define FROM C1
#define TO C2

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint4 index = unflatten(i, (uint4)(p->result.extents.x / LENGTH, p->result.extents.yzw));
    uint first = LENGTH * index.x;
    float x[LENGTH];
    if (FROM != TOLD) {
        uint parts = lengthOf(FROM) / 8;
        for (uint j = 0; j < LENGTH / 8; j++) {
            uint part = first / 8 + j;
            uint at = place(&p->inputs[0], (uint4)(part / parts, index.yzw));
            vstore8(decodeBlock(FROM, p->inputs[0].base, at, part % parts), j, x);
        }
    } else {
        for (uint e = 0; e < LENGTH; e++) {
            x[e] = loadPlain(p->numbers[0], p->inputs[0].base, place(&p->inputs[0], (uint4)(first + e, index.yzw)));
        }
    }
    encodeBlock(TO, x, p->result.base, place(&p->result, index));
}
