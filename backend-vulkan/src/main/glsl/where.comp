#version 450
// result = condition ? a : b, each repeated over the result.
#include "common.glsl"
#include "types.glsl"

layout(constant_id = 1) const uint CONDITION = 0;
layout(constant_id = 2) const uint BYTES = 4;

bool holds(uvec4 index) {
    uint at = place(operand0, index % operand0.extents);
    if (CONDITION >= I8) {
        uvec2 value = loadLong(CONDITION, operand0.base, at);
        return (value.x | value.y) != 0;
    }
    // Any bit but the sign's: also of numbers that a driver takes for zero.
    uint bits = CONDITION == F32 ? loadWord(operand0.base, at) << 1 : loadShort(operand0.base, at) << 17;
    return bits != 0;
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec4 index = unflatten(i, target.extents);
    uint to = place(target, index);
    uint chosen = holds(index) ? 1 : 2;
    uvec2 base = p.inputs[chosen].base;
    uint from = place(p.inputs[chosen], index % p.inputs[chosen].extents);
    if (BYTES >= 4) {
        uint low = loadWord(base, from);
        if (BYTES == 8) {
            storeWord(target.base, to + 4, loadWord(base, from + 4));
        }
        storeWord(target.base, to, low);
    } else if (BYTES == 2) {
        storeShort(target.base, to, loadShort(base, from));
    } else {
        storeByte(target.base, to, loadByte(base, from));
    }
}
