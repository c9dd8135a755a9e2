// Several operations one after the other on each element of f32: what is between them stays in a register.
#include "common.cl"
#include "types.cl"
#include "unary_functions.cl"
#include "binary_functions.cl"

// A stage of two operands has this bit, its function in those above 4, then whether the chain is the second operand, and in
// the lowest two bits where its other operand's elements are. One of one operand is its function and one more; 0 is none.
// Numbers 2·s and 2·s + 1 are the parameters of stage s.
enum { TWO = 128, CHAIN_IS_SECOND = 4, ONE_FOR_ALL = 1, ONE_FOR_EACH_COLUMN = 2 };

float stageOf(const Parameters *p, uint stage, uint s, uint i, uint *operand, float x) {
    if (stage == 0) {
        return x;
    }
    if (stage < TWO) {
        return unaryOf(stage - 1, x, number(p, 2 * s), number(p, 2 * s + 1));
    }
    uint mode = stage & 3u;
    uint from = mode == ONE_FOR_ALL ? 0 : mode == ONE_FOR_EACH_COLUMN ? i % p->inputs[0].extents.x : i;
    const Tensor *other = &p->inputs[++*operand];
    float y = as_float(loadWord(other->base, other->offset + 4 * from));
    uint function = (stage - TWO) / 8;
    return (stage & CHAIN_IS_SECOND) == 0 ? binaryOf(function, x, y) : binaryOf(function, y, x);
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint operand = 0;
    float x = as_float(loadWord(p->inputs[0].base, p->inputs[0].offset + 4 * i));
    x = stageOf(p, C1, 0, i, &operand, x);
    x = stageOf(p, C2, 1, i, &operand, x);
    x = stageOf(p, C3, 2, i, &operand, x);
    x = stageOf(p, C4, 3, i, &operand, x);
    x = stageOf(p, C5, 4, i, &operand, x);
    x = stageOf(p, C6, 5, i, &operand, x);
    storeWord(p->result.base, p->result.offset + 4 * i, as_uint(x));
}
