// result = f(operand), element by element.
#include "common.cl"
#include "types.cl"
#include "unary_functions.cl"

#define FUNCTION C1
#define TYPE C2
#define PACKED C3

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint type = told(p, TYPE, 0);
    uint to = p->result.offset + i * bytesOf(type);
    uint from = PACKED ? p->inputs[0].offset + i * bytesOf(type) : place(&p->inputs[0], unflatten(i, p->result.extents));
    float x = loadFloat(type, p->inputs[0].base, from);
    storeFloat(type, p->result.base, to, unaryOf(FUNCTION, x, number(p, 1), number(p, 2)));
}
