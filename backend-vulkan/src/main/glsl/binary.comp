#version 450
// result = f(a, b), b repeated over a.
#include "common.glsl"
#include "types.glsl"
#include "binary.glsl"

layout(constant_id = 1) const uint FUNCTION = 0;
layout(constant_id = 2) const uint TYPE_A = 0;
layout(constant_id = 3) const uint TYPE_B = 0;
layout(constant_id = 4) const bool PACKED = false;

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    Tensor operand = operand1();
    uint typeA = told(TYPE_A, 0);
    uint typeB = told(TYPE_B, 1);
    uint to;
    uint fromA;
    uint fromB;
    if (PACKED) {
        to = target.offset + i * bytesOf(typeA);
        fromA = operand0.offset + i * bytesOf(typeA);
        fromB = operand.offset + i * bytesOf(typeB);
    } else {
        uvec4 index = unflatten(i, target.extents);
        to = place(target, index);
        fromA = place(operand0, index);
        fromB = place(operand, index % operand.extents);
    }
    float a = loadFloat(typeA, operand0.base, fromA);
    float b = loadFloat(typeB, operand.base, fromB);
    storeFloat(typeA, target.base, to, binaryOf(FUNCTION, a, b));
}
