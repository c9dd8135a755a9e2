// Rotary position embedding: a thread turns a pair of a row, or copies an element that is in no pair.
#include "common.cl"
#include "types.cl"
#include "functions.cl"

#define TYPE C1
#define MODE C2
#define FACTORS C3

enum { NORMAL, NEOX, MROPE, IMROPE, VISION };

// Numbers: the pairs, log2 of the base, the scale of frequencies, the length, YaRN's share, low and high; then four sections.

uint section(const Parameters *p, uint pair) {
    if (MODE < MROPE) {
        return 0;
    }
    uint time = p->numbers[8];
    uint height = p->numbers[9];
    uint width = p->numbers[10];
    uint at = pair % (time + height + width + p->numbers[11]);
    if (MODE == IMROPE) {
        uint turn = at % 3;
        uint own = turn == 0 ? time : turn == 1 ? height : width;
        return at < 3 * own ? turn : 3;
    }
    return at < time ? 0 : at < time + height ? 1 : at < time + height + width ? 2 : 3;
}

uint frequency(const Parameters *p, uint pair, uint own) {
    if (MODE != VISION) {
        return pair;
    }
    uint time = p->numbers[8];
    uint height = p->numbers[9];
    uint width = p->numbers[10];
    uint at = pair % (time + height + width + p->numbers[11]);
    return at - (own == 0 ? 0 : own == 1 ? time : own == 2 ? time + height : time + height + width);
}

float angle(const Parameters *p, uint pair, uint4 index) {
    uint own = section(p, pair);
    uint at = place(&p->inputs[1], (uint4)(own * p->result.extents.z + index.z, 0, 0, 0));
    float position = (float)(int)loadWord(p->inputs[1].base, at);
    if (FACTORS) {
        position /= as_float(loadWord(p->inputs[2].base, place(&p->inputs[2], (uint4)(pair, 0, 0, 0))));
    }
    float unscaled = position * exp2(-2 * (float)frequency(p, pair, own) / number(p, 7) * number(p, 1));
    float scaled = unscaled * number(p, 2);
    float ramp = 1 - clamp(((float)pair - number(p, 5)) / max(0.001f, number(p, 6) - number(p, 5)), 0.0f, 1.0f);
    float mixed = ramp * number(p, 4);
    return number(p, 4) == 0 ? scaled : scaled * (1 - mixed) + unscaled * mixed;
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint pairs = p->numbers[0];
    uint4 all = p->result.extents;
    uint4 index = unflatten(i, (uint4)(all.x - pairs, all.yzw));
    uint pair = index.x;
    if (pair >= pairs) {
        index.x = pair + pairs;
        float x = loadFloat(TYPE, p->inputs[0].base, place(&p->inputs[0], index));
        storeFloat(TYPE, p->result.base, place(&p->result, index), x);
        return;
    }
    uint4 first = (uint4)(MODE == NORMAL ? 2 * pair : pair, index.yzw);
    uint4 second = (uint4)(MODE == NORMAL ? 2 * pair + 1 : pair + pairs, index.yzw);
    float turn = angle(p, pair, index);
    float c = cosine(turn) * number(p, 3);
    float s = sine(turn) * number(p, 3);
    float x = loadFloat(TYPE, p->inputs[0].base, place(&p->inputs[0], first));
    float y = loadFloat(TYPE, p->inputs[0].base, place(&p->inputs[0], second));
    storeFloat(TYPE, p->result.base, place(&p->result, first), x * c - y * s);
    storeFloat(TYPE, p->result.base, place(&p->result, second), x * s + y * c);
}
