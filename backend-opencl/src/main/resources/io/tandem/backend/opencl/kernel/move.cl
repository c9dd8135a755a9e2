// Moves elements without looking at them: each element of the result is one of the operand's, or zero.
#include "common.cl"

// The bytes of what is moved at once: 1, 2, 4 or 8.
#define BYTES C1
#define PATTERN C2

enum { AS_IT_IS, REPEATED, PADDED, REFLECTED, ROLLED, DIAGONAL };

uint4 numbers(const Parameters *p) {
    return vload4(0, p->numbers);
}

// Where element `index` of the result comes from; *there is false where it is zero.
uint4 source(const Parameters *p, uint4 index, bool *there) {
    uint4 extents = p->inputs[0].extents;
    *there = true;
    switch (PATTERN) {
        case REPEATED:
            return index % extents;
        case PADDED:
            index -= numbers(p);
            *there = all(index < extents);
            return index;
        case REFLECTED: {
            int last = (int)extents.x - 1;
            int from = (int)abs((int)index.x - (int)p->numbers[0]);
            index.x = (uint)(last - (int)abs(last - from));
            return index;
        }
        case ROLLED:
            // The shifts are from 0 to the extents.
            return (index + extents - numbers(p)) % extents;
        case DIAGONAL:
            *there = index.x == index.y;
            index.y = 0;
            return index;
        default:
            return index;
    }
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint4 index = unflatten(i, p->result.extents);
    uint to = place(&p->result, index);
    bool there;
    index = source(p, index, &there);
    uint from = there ? place(&p->inputs[0], index) : 0;
    Words base = p->inputs[0].base;
    if (BYTES == 8) {
        storeWord(p->result.base, to, there ? loadWord(base, from) : 0);
        storeWord(p->result.base, to + 4, there ? loadWord(base, from + 4) : 0);
    } else if (BYTES == 4) {
        storeWord(p->result.base, to, there ? loadWord(base, from) : 0);
    } else if (BYTES == 2) {
        storeShort(p->result.base, to, there ? loadShort(base, from) : 0);
    } else {
        storeByte(p->result.base, to, there ? loadByte(base, from) : 0);
    }
}
