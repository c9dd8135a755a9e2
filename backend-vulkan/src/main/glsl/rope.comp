#version 450
// Rotary position embedding: a thread turns a pair of a row, or copies an element that is in no pair.
#include "common.glsl"
#include "types.glsl"
#include "functions.glsl"

layout(constant_id = 1) const uint TYPE = 0;
layout(constant_id = 2) const uint MODE = 0;
layout(constant_id = 3) const bool FACTORS = false;

const uint NORMAL = 0;
const uint NEOX = 1;
const uint MROPE = 2;
const uint IMROPE = 3;
const uint VISION = 4;

// Numbers: the pairs, log2 of the base, the scale of frequencies, the length, YaRN's share, low and high; then four sections.

uint section(uint pair) {
    if (MODE < MROPE) {
        return 0;
    }
    uint time = p.numbers[8];
    uint height = p.numbers[9];
    uint width = p.numbers[10];
    uint at = pair % (time + height + width + p.numbers[11]);
    if (MODE == IMROPE) {
        uint turn = at % 3;
        uint own = turn == 0 ? time : turn == 1 ? height : width;
        return at < 3 * own ? turn : 3;
    }
    return at < time ? 0 : at < time + height ? 1 : at < time + height + width ? 2 : 3;
}

uint frequency(uint pair, uint own) {
    if (MODE != VISION) {
        return pair;
    }
    uint time = p.numbers[8];
    uint height = p.numbers[9];
    uint width = p.numbers[10];
    uint at = pair % (time + height + width + p.numbers[11]);
    return at - (own == 0 ? 0 : own == 1 ? time : own == 2 ? time + height : time + height + width);
}

float angle(uint pair, uvec4 index) {
    uint own = section(pair);
    uint at = place(p.inputs[1], uvec4(own * target.extents.z + index.z, 0, 0, 0));
    float position = float(int(loadWord(p.inputs[1].base, at)));
    if (FACTORS) {
        position /= uintBitsToFloat(loadWord(p.inputs[2].base, place(p.inputs[2], uvec4(pair, 0, 0, 0))));
    }
    float unscaled = position * exp2(-2 * float(frequency(pair, own)) / number(7) * number(1));
    float scaled = unscaled * number(2);
    float ramp = 1 - clamp((float(pair) - number(5)) / max(0.001, number(6) - number(5)), 0, 1);
    float mixed = ramp * number(4);
    return number(4) == 0 ? scaled : scaled * (1 - mixed) + unscaled * mixed;
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uint pairs = p.numbers[0];
    uvec4 all = target.extents;
    uvec4 index = unflatten(i, uvec4(all.x - pairs, all.yzw));
    uint pair = index.x;
    if (pair >= pairs) {
        index.x = pair + pairs;
        float x = loadFloat(TYPE, operand0.base, place(operand0, index));
        storeFloat(TYPE, target.base, place(target, index), x);
        return;
    }
    uvec4 first = uvec4(MODE == NORMAL ? 2 * pair : pair, index.yzw);
    uvec4 second = uvec4(MODE == NORMAL ? 2 * pair + 1 : pair + pairs, index.yzw);
    float turn = angle(pair, index);
    float c = cosine(turn) * number(3);
    float s = sine(turn) * number(3);
    float x = loadFloat(TYPE, operand0.base, place(operand0, first));
    float y = loadFloat(TYPE, operand0.base, place(operand0, second));
    storeFloat(TYPE, target.base, place(target, first), x * c - y * s);
    storeFloat(TYPE, target.base, place(target, second), x * s + y * c);
}
