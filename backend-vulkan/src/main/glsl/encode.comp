#version 450
// Elements encoded to a block type, a block for each thread.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "encoding.glsl"

layout(constant_id = 1) const uint FROM = TOLD;
layout(constant_id = 2) const uint TO = 8;

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec4 index = unflatten(i, uvec4(target.extents.x / LENGTH, target.extents.yzw));
    uint first = LENGTH * index.x;
    float x[LENGTH];
    if (FROM != TOLD) {
        uint parts = lengthOf(FROM) / 8;
        [[dont_unroll]] for (uint j = 0; j < LENGTH / 8; j++) {
            uint part = first / 8 + j;
            vec4 low;
            vec4 high;
            uint at = place(operand0, uvec4(part / parts, index.yzw));
            decodeBlock(FROM, operand0.base, at, part % parts, low, high);
            for (uint e = 0; e < 4; e++) {
                x[8 * j + e] = low[e];
                x[8 * j + 4 + e] = high[e];
            }
        }
    } else {
        [[dont_unroll]] for (uint e = 0; e < LENGTH; e++) {
            x[e] = loadPlain(p.numbers[0], operand0.base, place(operand0, uvec4(first + e, index.yzw)));
        }
    }
    encodeBlock(TO, x, target.base, place(target, index));
}
