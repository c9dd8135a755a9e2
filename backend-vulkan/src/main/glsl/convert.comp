#version 450
// Elements in another type, which is a plain one. A thread converts one element, or eight of a block type.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"

layout(constant_id = 1) const uint FROM = 0;
layout(constant_id = 2) const uint TO = TOLD;

void main() {
    uint i = thread();
    if (i >= p.count) {
        return;
    }
    uvec2 base = p.inputs[0].base;
    if (FROM >= Q4_0) {
        uint parts = lengthOf(FROM) / 8;
        uvec4 index = unflatten(i, uvec4(p.result.extents.x / 8, p.result.extents.yzw));
        uint part = index.x % parts;
        vec4 low;
        vec4 high;
        decodeBlock(FROM, base, place(p.inputs[0], uvec4(index.x / parts, index.yzw)), part, low, high);
        uint to = place(p.result, uvec4(8 * index.x, index.yzw));
        [[dont_unroll]] for (uint e = 0; e < 8; e++) {
            storePlain(told(TO, 0), p.result.base, to + e * p.result.strides.x, e < 4 ? low[e] : high[e - 4]);
        }
        return;
    }
    uvec4 index = unflatten(i, p.result.extents);
    uint from = place(p.inputs[0], index);
    uint to = place(p.result, index);
    if (FROM >= I8 && TO >= I8) {
        storeLong(TO, p.result.base, to, loadLong(FROM, base, from));
    } else {
        storePlain(TO, p.result.base, to, loadPlain(FROM, base, from));
    }
}
