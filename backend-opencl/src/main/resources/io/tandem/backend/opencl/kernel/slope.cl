// The slope of a head's bias (ALiBi).
float slopeOf(float maxBias, uint head, uint heads) {
    if (maxBias == 0) {
        return 1;
    }
    uint power = 1u << (31 - clz(heads));
    return head < power
        ? exp2(-maxBias / (float)power * (float)(head + 1))
        : exp2(-maxBias / 2 / (float)power * (float)(2 * (head - power) + 1));
}
