// Gated linear units: result = f(a) · g.
#include "common.cl"
#include "types.cl"
#include "functions.cl"

#define GATE C1
#define TYPE C2

float applied(const Parameters *p, float a, float g) {
    switch (GATE) {
        case 0:
            return max(a, 0.0f) * g;
        case 1:
            return gelu(a) * g;
        case 2:
            return geluErf(a) * g;
        case 3:
            return geluQuick(a) * g;
        case 4:
            return silu(a) * g;
        default: {
            float x = min(a, number(p, 1));
            float y = clamp(g, -number(p, 1), number(p, 1));
            return x * sigmoid(number(p, 0) * x) * (y + 1);
        }
    }
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint4 index = unflatten(i, p->result.extents);
    float a = loadFloat(TYPE, p->inputs[0].base, place(&p->inputs[0], index));
    float g = loadFloat(TYPE, p->inputs[1].base, place(&p->inputs[1], index));
    storeFloat(TYPE, p->result.base, place(&p->result, index), applied(p, a, g));
}
