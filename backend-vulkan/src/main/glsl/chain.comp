#version 450
// Several operations one after the other on each element of f32: what is between them stays in a register.
#include "common.glsl"
#include "types.glsl"
#include "unary.glsl"
#include "binary.glsl"

// What the stages do: see stageOf. Numbers 2·s and 2·s + 1 are the parameters of stage s.
layout(constant_id = 1) const uint STAGE_0 = 0;
layout(constant_id = 2) const uint STAGE_1 = 0;
layout(constant_id = 3) const uint STAGE_2 = 0;
layout(constant_id = 4) const uint STAGE_3 = 0;
layout(constant_id = 5) const uint STAGE_4 = 0;
layout(constant_id = 6) const uint STAGE_5 = 0;

// A stage of two operands has this bit, its function in those above 4, then whether the chain is the second operand, and in
// the lowest two bits where its other operand's elements are. One of one operand is its function and one more; 0 is none.
const uint TWO = 128;
const uint CHAIN_IS_SECOND = 4;
const uint ONE_FOR_ALL = 1;
const uint ONE_FOR_EACH_COLUMN = 2;

// How many operands the stages before need.
const uint BEFORE_1 = STAGE_0 >= TWO ? 1u : 0u;
const uint BEFORE_2 = BEFORE_1 + (STAGE_1 >= TWO ? 1u : 0u);
const uint BEFORE_3 = BEFORE_2 + (STAGE_2 >= TWO ? 1u : 0u);
const uint BEFORE_4 = BEFORE_3 + (STAGE_3 >= TWO ? 1u : 0u);
const uint BEFORE_5 = BEFORE_4 + (STAGE_4 >= TWO ? 1u : 0u);

float other(uint stage, uint operand, uint i) {
    uint mode = stage & 3u;
    uint from = mode == ONE_FOR_ALL ? 0 : mode == ONE_FOR_EACH_COLUMN ? i % operand0.extents.x : i;
    uvec2 base = operand == 1 ? base1 : p.inputs[operand].base;
    uint offset = operand == 1 ? offset1 : p.inputs[operand].offset;
    return uintBitsToFloat(loadWord(base, offset + 4 * from));
}

float stageOf(uint stage, uint s, uint before, uint i, float x) {
    if (stage == 0) {
        return x;
    }
    if (stage < TWO) {
        return unaryOf(stage - 1, x, number(2 * s), number(2 * s + 1));
    }
    float y = other(stage, 1 + before, i);
    uint function = (stage - TWO) / 8;
    return (stage & CHAIN_IS_SECOND) == 0 ? binaryOf(function, x, y) : binaryOf(function, y, x);
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    float x = uintBitsToFloat(loadWord(operand0.base, operand0.offset + 4 * i));
    x = stageOf(STAGE_0, 0, 0, i, x);
    x = stageOf(STAGE_1, 1, BEFORE_1, i, x);
    x = stageOf(STAGE_2, 2, BEFORE_2, i, x);
    x = stageOf(STAGE_3, 3, BEFORE_3, i, x);
    x = stageOf(STAGE_4, 4, BEFORE_4, i, x);
    x = stageOf(STAGE_5, 5, BEFORE_5, i, x);
    storeWord(target.base, target.offset + 4 * i, floatBitsToUint(x));
}
