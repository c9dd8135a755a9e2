// Elements in another type, which is a plain one. A thread converts one element, or eight of a block type.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"

#define FROM C1
#define TO C2

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    Words base = p->inputs[0].base;
    if (FROM >= Q4_0) {
        uint parts = lengthOf(FROM) / 8;
        uint4 index = unflatten(i, (uint4)(p->result.extents.x / 8, p->result.extents.yzw));
        uint part = index.x % parts;
        float x[8];
        uint from = place(&p->inputs[0], (uint4)(index.x / parts, index.yzw));
        vstore8(decodeBlock(FROM, base, from, part), 0, x);
        uint to = place(&p->result, (uint4)(8 * index.x, index.yzw));
        for (uint e = 0; e < 8; e++) {
            storePlain(told(p, TO, 0), p->result.base, to + e * p->result.strides.x, x[e]);
        }
        return;
    }
    uint4 index = unflatten(i, p->result.extents);
    uint from = place(&p->inputs[0], index);
    uint to = place(&p->result, index);
    if (FROM >= I8 && TO >= I8) {
        storeLong(TO, p->result.base, to, loadLong(FROM, base, from));
    } else {
        storePlain(TO, p->result.base, to, loadPlain(FROM, base, from));
    }
}
