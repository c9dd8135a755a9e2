// Results that follow a pattern, some of them with an operand's elements in it.
#include "common.cl"
#include "types.cl"
#include "functions.cl"

#define PATTERN C1
#define TYPE C2

enum { FILL, ARANGE, LOWER, LOWER_DIAG, UPPER, UPPER_DIAG, DIAG_MASK, TIMESTEPS };

float operand(const Parameters *p, uint4 index) {
    return loadFloat(TYPE, p->inputs[0].base, place(&p->inputs[0], index));
}

float timestep(const Parameters *p, uint4 index) {
    uint h = p->result.extents.x / 2;
    if (index.x >= 2 * h) {
        return 0;
    }
    uint i = index.x % h;
    float w = exp(-log(number(p, 0)) * (float)i / (float)h);
    float angle = w * operand(p, (uint4)(index.y, 0, 0, 0));
    return index.x < h ? cosine(angle) : sine(angle);
}

float value(const Parameters *p, uint i, uint4 index) {
    switch (PATTERN) {
        case FILL:
            return number(p, 0);
        case ARANGE:
            return fma(number(p, 1), (float)i, number(p, 0));
        case LOWER:
            return index.x < index.y ? operand(p, index) : 0;
        case LOWER_DIAG:
            return index.x <= index.y ? operand(p, index) : 0;
        case UPPER:
            return index.x > index.y ? operand(p, index) : 0;
        case UPPER_DIAG:
            return index.x >= index.y ? operand(p, index) : 0;
        case DIAG_MASK:
            return index.x > p->numbers[0] + index.y ? number(p, 1) : operand(p, index);
        default:
            return timestep(p, index);
    }
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint4 index = unflatten(i, p->result.extents);
    storeFloat(PATTERN == TIMESTEPS || PATTERN == ARANGE ? F32 : TYPE, p->result.base, place(&p->result, index), value(p, i, index));
}
