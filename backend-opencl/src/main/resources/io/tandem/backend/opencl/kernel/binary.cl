// result = f(a, b), b repeated over a.
#include "common.cl"
#include "types.cl"

#define FUNCTION C1
#define TYPE_A C2
#define TYPE_B C3
#define PACKED C4

float power(float a, float b) {
    if (b == 0) {
        return 1;
    }
    float size = pow(fabs(a), b);
    if (a >= 0) {
        return a == 0 ? (b > 0 ? 0 : INFINITY) : size;
    }
    float whole = floor(b);
    if (whole != b) {
        return NOT_A_NUMBER;
    }
    return whole - 2 * floor(whole / 2) == 0 ? size : -size;
}

float applied(const Parameters *p, float a, float b) {
    switch (FUNCTION) {
        case 0:
            return a + b;
        case 1:
            return a - b;
        case 2:
            return a * b;
        case 3:
            return a / b;
        case 4:
            return power(a, b);
        case 5:
            return isNaN(a) || a < b ? a : b;
        case 6:
            return isNaN(a) || a > b ? a : b;
        case 7:
            return a == b ? 1 : 0;
        case 8:
            return a == b ? 0 : 1;
        case 9:
            return a < b ? 1 : 0;
        case 10:
            return a <= b ? 1 : 0;
        case 11:
            return a > b ? 1 : 0;
        default:
            return a >= b ? 1 : 0;
    }
}

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
    storeFloat(typeA, p->result.base, to, applied(p, a, b));
}
