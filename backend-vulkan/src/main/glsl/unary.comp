#version 450
// result = f(operand), element by element.
#include "common.glsl"
#include "types.glsl"
#include "unary.glsl"

layout(constant_id = 1) const uint FUNCTION = 0;
layout(constant_id = 2) const uint TYPE = 0;
layout(constant_id = 3) const bool PACKED = false;

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uint type = told(TYPE, 0);
    uint to = target.offset + i * bytesOf(type);
    uint from = PACKED ? operand0.offset + i * bytesOf(type) : place(operand0, unflatten(i, target.extents));
    float x = loadFloat(type, operand0.base, from);
    storeFloat(type, target.base, to, unaryOf(FUNCTION, x, number(1), number(2)));
}
