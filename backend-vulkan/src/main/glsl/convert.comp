#version 450
// Elements in another type, which is a plain one. A thread converts one element, or eight of a block type.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"

layout(constant_id = 1) const uint FROM = 0;
layout(constant_id = 2) const uint TO = TOLD;

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec2 base = operand0.base;
    if (FROM >= Q4_0) {
        uint parts = lengthOf(FROM) / 8;
        uvec4 index = unflatten(i, uvec4(target.extents.x / 8, target.extents.yzw));
        uint part = index.x % parts;
        vec4 low;
        vec4 high;
        decodeBlock(FROM, base, place(operand0, uvec4(index.x / parts, index.yzw)), part, low, high);
        uint to = place(target, uvec4(8 * index.x, index.yzw));
        [[dont_unroll]] for (uint e = 0; e < 8; e++) {
            storePlain(told(TO, 0), target.base, to + e * target.strides.x, e < 4 ? low[e] : high[e - 4]);
        }
        return;
    }
    uvec4 index = unflatten(i, target.extents);
    uint from = place(operand0, index);
    uint to = place(target, index);
    if (FROM >= I8 && TO >= I8) {
        storeLong(TO, target.base, to, loadLong(FROM, base, from));
    } else {
        storePlain(TO, target.base, to, loadPlain(FROM, base, from));
    }
}
