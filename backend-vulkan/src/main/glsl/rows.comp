#version 450
// Rows picked by index data: reads are clamped, writes dropped and a report made where an index is out of range.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"

layout(constant_id = 1) const uint MODE = 0;
layout(constant_id = 2) const uint TYPE = 0;
layout(constant_id = 3) const uint TYPE_B = 0;

// Number 0: whether indices are i64.

const uint GET = 0;
const uint SET = 1;
const uint ADD = 2;

// result[e, j, b, c] = inputs[0][e, inputs[1][j, b, c], b, c]; eight elements of block types in a thread.
void getRows(uint i) {
    bool blocks = TYPE >= Q4_0;
    uvec4 index = unflatten(i, uvec4(blocks ? target.extents.x / 8 : target.extents.x, target.extents.yzw));
    uint row;
    uint at = place(p.inputs[1], uvec4(index.yzw, 0));
    if (!loadIndex(p.numbers[0] != 0, p.inputs[1].base, at, operand0.extents.y, row)) {
        reportIndex();
        row = 0;
    }
    uvec2 base = operand0.base;
    if (blocks) {
        uint parts = lengthOf(TYPE) / 8;
        vec4 low;
        vec4 high;
        uint from = place(operand0, uvec4(index.x / parts, row, index.zw));
        decodeBlock(TYPE, base, from, index.x % parts, low, high);
        uint to = place(target, uvec4(8 * index.x, index.yzw));
        for (uint e = 0; e < 4; e++) {
            storeWord(target.base, to + 4 * e, floatBitsToUint(low[e]));
            storeWord(target.base, to + 16 + 4 * e, floatBitsToUint(high[e]));
        }
        return;
    }
    uint from = place(operand0, uvec4(index.x, row, index.zw));
    uint bits = TYPE == I32 ? loadWord(base, from) : floatBitsToUint(loadPlain(TYPE, base, from));
    storeWord(target.base, place(target, index), bits);
}

// result[e, inputs[1][j, b, c], b, c] = inputs[0][e, j, b, c], which is f32.
void setRows(uint i) {
    uvec4 index = unflatten(i, operand0.extents);
    uint row;
    uint at = place(p.inputs[1], uvec4(index.y, index.zw % p.inputs[1].extents.yz, 0));
    if (!loadIndex(p.numbers[0] != 0, p.inputs[1].base, at, target.extents.y, row)) {
        reportIndex();
        return;
    }
    uint bits = loadWord(operand0.base, place(operand0, index));
    storePlain(TYPE, target.base, place(target, uvec4(index.x, row, index.zw)), uintBitsToFloat(bits));
}

// result[e, j, t] = inputs[0][e, j, t] + inputs[2][e, inputs[1][j, t]]
void addRows(uint i) {
    uvec4 index = unflatten(i, target.extents);
    uint row;
    if (!loadIndex(p.numbers[0] != 0, p.inputs[1].base, place(p.inputs[1], uvec4(index.yz, 0, 0)), p.inputs[2].extents.y, row)) {
        reportIndex();
        row = 0;
    }
    float a = loadFloat(TYPE, operand0.base, place(operand0, index));
    float b = loadFloat(TYPE_B, p.inputs[2].base, place(p.inputs[2], uvec4(index.x, row, 0, 0)));
    storeFloat(TYPE, target.base, place(target, index), a + b);
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    if (MODE == GET) {
        getRows(i);
    } else if (MODE == SET) {
        setRows(i);
    } else {
        addRows(i);
    }
}
