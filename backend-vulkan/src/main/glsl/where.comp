#version 450
// result = condition ? a : b, each repeated over the result.
#include "common.glsl"
#include "types.glsl"

layout(constant_id = 1) const uint CONDITION = 0;
layout(constant_id = 2) const uint BYTES = 4;

bool holds(uvec4 index) {
    uint at = place(p.inputs[0], index % p.inputs[0].extents);
    if (CONDITION >= I8) {
        uvec2 value = loadLong(CONDITION, p.inputs[0].base, at);
        return (value.x | value.y) != 0;
    }
    // Any bit but the sign's: also of numbers that a driver takes for zero.
    uint bits = CONDITION == F32 ? loadWord(p.inputs[0].base, at) << 1 : loadShort(p.inputs[0].base, at) << 17;
    return bits != 0;
}

void main() {
    uint i = thread();
    if (i >= p.count) {
        return;
    }
    uvec4 index = unflatten(i, p.result.extents);
    uint to = place(p.result, index);
    uint chosen = holds(index) ? 1 : 2;
    uvec2 base = p.inputs[chosen].base;
    uint from = place(p.inputs[chosen], index % p.inputs[chosen].extents);
    if (BYTES >= 4) {
        uint low = loadWord(base, from);
        if (BYTES == 8) {
            storeWord(p.result.base, to + 4, loadWord(base, from + 4));
        }
        storeWord(p.result.base, to, low);
    } else if (BYTES == 2) {
        storeShort(p.result.base, to, loadShort(base, from));
    } else {
        storeByte(p.result.base, to, loadByte(base, from));
    }
}
