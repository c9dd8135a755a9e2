// result = f(a, b), b repeated over a.
#include "common.cl"
#include "types.cl"
#include "binary_functions.cl"

#define FUNCTION C1
#define TYPE_A C2
#define TYPE_B C3
#define PACKED C4

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint typeA = told(p, TYPE_A, 0);
    uint typeB = told(p, TYPE_B, 1);
    uint to;
    uint fromA;
    uint fromB;
    if (PACKED) {
        to = p->result.offset + i * bytesOf(typeA);
        fromA = p->inputs[0].offset + i * bytesOf(typeA);
        fromB = p->inputs[1].offset + i * bytesOf(typeB);
    } else {
        uint4 index = unflatten(i, p->result.extents);
        to = place(&p->result, index);
        fromA = place(&p->inputs[0], index);
        fromB = place(&p->inputs[1], index % p->inputs[1].extents);
    }
    float a = loadFloat(typeA, p->inputs[0].base, fromA);
    float b = loadFloat(typeB, p->inputs[1].base, fromB);
    storeFloat(typeA, p->result.base, to, binaryOf(FUNCTION, a, b));
}
