// result = f(operand), element by element.
#include "common.cl"
#include "types.cl"
#include "functions.cl"

#define FUNCTION C1
#define TYPE C2
#define PACKED C3

float applied(const Parameters *p, float x) {
    switch (FUNCTION) {
        case 0:
            return fabs(x);
        case 1:
            return sign(x);
        case 2:
            return -x;
        case 3:
            return x > 0 ? 1 : 0;
        case 4:
            return exp(x);
        case 5:
            return exponentialLess1(x);
        case 6:
            return log(x);
        case 7:
            return x * x;
        case 8:
            return sqrt(x);
        case 9:
            return sine(x);
        case 10:
            return cosine(x);
        case 11:
            return errorFunction(x);
        case 12:
            return 1 / x;
        case 13:
            return floor(x);
        case 14:
            return ceil(x);
        case 15: {
            // Adding a half would round the number just below a half to one.
            float whole = floor(fabs(x));
            whole += fabs(x) - whole >= 0.5 ? 1 : 0;
            return x < 0 ? -whole : whole;
        }
        case 16:
            return trunc(x);
        case 17:
            return hyperbolicTangent(x);
        case 18:
            return x > 0 ? x : exponentialLess1(x);
        case 19:
            return x > 0 ? x : 0;
        case 20:
            return x > 0 ? x : number(p, 1) * x;
        case 21:
            return sigmoid(x);
        case 22:
            return gelu(x);
        case 23:
            return geluQuick(x);
        case 24:
            return geluErf(x);
        case 25:
            return silu(x);
        case 26:
            return x * clamp((x + 3) / 6, 0.0f, 1.0f);
        case 27:
            return clamp((x + 3) / 6, 0.0f, 1.0f);
        case 28:
            return x > 20 ? x : log(1 + exp(x));
        case 29:
            return number(p, 1) * x + number(p, 2);
        default:
            return min(max(x, number(p, 1)), number(p, 2));
    }
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint type = told(p, TYPE, 0);
    uint to = p->result.offset + i * bytesOf(type);
    uint from = PACKED ? p->inputs[0].offset + i * bytesOf(type) : place(&p->inputs[0], unflatten(i, p->result.extents));
    storeFloat(type, p->result.base, to, applied(p, loadFloat(type, p->inputs[0].base, from)));
}
