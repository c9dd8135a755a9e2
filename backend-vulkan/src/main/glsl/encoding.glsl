// Blocks of 32 elements, encoded as the codecs in io.tandem.tensor do it, to the bit.

const uint LENGTH = 32;

// Words of a block that is not aligned to words.
void storeUnaligned(uvec2 base, uint at, uint bits) {
    if ((at & 3u) == 0) {
        storeWord(base, at, bits);
    } else {
        storeShort(base, at, bits & 0xffffu);
        storeShort(base, at + 2, bits >> 16);
    }
}

uint quant(float value, uint most) {
    return value > 0 ? min(uint(value), most) : 0;
}

void encodeBlock(uint type, float x[LENGTH], uvec2 base, uint at) {
    float largest = 0;
    float low = 3.402823466e38;
    float high = -3.402823466e38;
    [[dont_unroll]] for (uint e = 0; e < LENGTH; e++) {
        largest = abs(x[e]) > abs(largest) ? x[e] : largest;
        low = x[e] < low ? x[e] : low;
        high = x[e] > high ? x[e] : high;
    }
    if (type == Q8_0) {
        float scale = abs(largest) / 127;
        precise float inverse = scale == 0 ? 0 : 1 / scale;
        storeShort(base, at, toHalf(scale));
        [[dont_unroll]] for (uint j = 0; j < LENGTH; j += 4) {
            uint word = 0;
            [[dont_unroll]] for (uint e = 0; e < 4; e++) {
                precise float y = x[j + e] * inverse;
                // Halves away from zero, without the rounding of a sum.
                float whole = floor(abs(y));
                whole += abs(y) - whole >= 0.5 ? 1 : 0;
                word |= (uint(int(y < 0 ? -whole : whole)) & 0xffu) << (8 * e);
            }
            storeUnaligned(base, at + 2 + j, word);
        }
        return;
    }
    bool five = type == Q5_0 || type == Q5_1;
    bool least = type == Q4_1 || type == Q5_1;
    uint most = five ? 31 : 15;
    float scale = least ? (high - low) / float(most) : largest / (five ? -16 : -8);
    precise float inverse = scale == 0 ? 0 : 1 / scale;
    float minimum = least ? low : 0;
    float half_ = least ? 0.5 : five ? 16.5 : 8.5;
    storeShort(base, at, toHalf(scale));
    if (least) {
        storeShort(base, at + 2, toHalf(low));
    }
    uint upperAt = at + (least ? 4 : 2);
    uint upper = 0;
    [[dont_unroll]] for (uint j = 0; j < 16; j += 4) {
        uint word = 0;
        [[dont_unroll]] for (uint e = 0; e < 4; e++) {
            precise float a = (x[j + e] - minimum) * inverse;
            precise float b = (x[j + e + 16] - minimum) * inverse;
            precise float aMoved = a + half_;
            precise float bMoved = b + half_;
            uint lower = quant(aMoved, most);
            uint higher = quant(bMoved, most);
            upper |= ((lower >> 4) << (j + e)) | ((higher >> 4) << (j + e + 16));
            word |= ((lower & 15u) | ((higher & 15u) << 4)) << (8 * e);
        }
        storeUnaligned(base, upperAt + (five ? 4 : 0) + j, word);
    }
    if (five) {
        storeUnaligned(base, upperAt, upper);
    }
}
