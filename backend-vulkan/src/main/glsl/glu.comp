#version 450
// Gated linear units: result = f(a) · g.
#include "common.glsl"
#include "types.glsl"
#include "functions.glsl"

layout(constant_id = 1) const uint GATE = 0;
layout(constant_id = 2) const uint TYPE = 0;

float applied(float a, float g) {
    switch (GATE) {
        case 0:
            return max(a, 0) * g;
        case 1:
            return gelu(a) * g;
        case 2:
            return geluErf(a) * g;
        case 3:
            return geluQuick(a) * g;
        case 4:
            return silu(a) * g;
        default: {
            float x = min(a, number(1));
            float y = clamp(g, -number(1), number(1));
            return x * sigmoid(number(0) * x) * (y + 1);
        }
    }
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec4 index = unflatten(i, target.extents);
    float a = loadFloat(TYPE, operand0.base, place(operand0, index));
    float g = loadFloat(TYPE, p.inputs[1].base, place(p.inputs[1], index));
    storeFloat(TYPE, target.base, place(target, index), applied(a, g));
}
