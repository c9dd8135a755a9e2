#version 450
// SET_ROWS into a block type: result[e, inputs[1][j, b, c], b, c] = inputs[0][e, j, b, c], a block for each thread.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "encoding.glsl"

layout(constant_id = 1) const uint TYPE = 8;

// Number 0: whether indices are i64.

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec4 index = unflatten(i, uvec4(operand0.extents.x / LENGTH, operand0.extents.yzw));
    uint row;
    uint at = place(p.inputs[1], uvec4(index.y, index.zw % p.inputs[1].extents.yz, 0));
    if (!loadIndex(p.numbers[0] != 0, p.inputs[1].base, at, target.extents.y, row)) {
        reportIndex();
        return;
    }
    float x[LENGTH];
    [[dont_unroll]] for (uint e = 0; e < LENGTH; e++) {
        x[e] = uintBitsToFloat(loadWord(operand0.base, place(operand0, uvec4(LENGTH * index.x + e, index.yzw))));
    }
    encodeBlock(TYPE, x, target.base, place(target, uvec4(index.x, row, index.zw)));
}
