// Blocks of 32 elements, encoded as the codecs in io.tandem.tensor do it, to the bit.

#define LENGTH 32

// Products and sums are rounded one by one.
#pragma OPENCL FP_CONTRACT OFF

// What a product rounded to p lacks, by Dekker: a driver's fma may round twice.
float lacking(float a, float b, float p) {
    float aScaled = 4097 * a;
    float aHigh = aScaled - (aScaled - a);
    float aLow = a - aHigh;
    float bScaled = 4097 * b;
    float bHigh = bScaled - (bScaled - b);
    float bLow = b - bHigh;
    float lack = ((aHigh * bHigh - p) + aHigh * bLow + aLow * bHigh) + aLow * bLow;
    return lack;
}

// a / b to the last bit: a driver's own division may be two units off, which moves a value that lies between two codes.
float divided(float a, float b) {
    float quotient = a / b;
    float product = quotient * b;
    float rest = (a - product) - lacking(quotient, b, product);
    float corrected = quotient + rest / b;
    return isinf(corrected) || isnan(corrected) ? quotient : corrected;
}

// The square root to the last bit.
float rooted(float a) {
    float root = sqrt(a);
    float square = root * root;
    float rest = (a - square) - lacking(root, root, square);
    float corrected = root + rest / (2 * root);
    return isinf(corrected) || isnan(corrected) ? root : corrected;
}

// Words of a block that is not aligned to words.
void storeUnaligned(Words base, uint at, uint bits) {
    if ((at & 3u) == 0) {
        storeWord(base, at, bits);
    } else if ((at & 1u) != 0) {
        for (uint e = 0; e < 4; e++) {
            storeByte(base, at + e, (bits >> (8 * e)) & 0xffu);
        }
    } else {
        storeShort(base, at, bits & 0xffffu);
        storeShort(base, at + 2, bits >> 16);
    }
}

uint quant(float value, uint most) {
    return value > 0 ? min((uint)value, most) : 0;
}

// The index of the nearest of the uneven values, of two the larger.
uint unevenIndex(float x) {
    uint above = 1;
    while (above < 15 && UNEVEN[above] <= x) {
        above++;
    }
    if (x <= UNEVEN[0]) {
        return 0;
    }
    if (x >= UNEVEN[15]) {
        return 15;
    }
    return x - UNEVEN[above - 1] < UNEVEN[above] - x ? above - 1 : above;
}

// The guess at the scale whose weighted error is smallest, with the sums in the codec's order.
float unevenScale(const float *x, float largest) {
    if (fabs(largest) < 1e-15) {
        return 0;
    }
    float scale = 0;
    float best = 0;
    for (int trial = -1; trial <= 14; trial++) {
        float inverse = trial < 0 ? divided(1, divided(-largest, UNEVEN[0])) : divided((float)(trial - 7) + UNEVEN[0], largest);
        float sumXv = 0;
        float sumVv = 0;
        for (uint e = 0; e < LENGTH; e++) {
            float value = UNEVEN[unevenIndex(inverse * x[e])];
            float weight = x[e] * x[e];
            sumXv += weight * value * x[e];
            sumVv += weight * value * value;
        }
        if (trial < 0 || sumVv > 0 && sumXv * sumXv > best * sumVv) {
            scale = divided(sumXv, sumVv);
            best = scale * sumXv;
        }
    }
    return scale;
}

// The logarithm to base 2, rounded down from an f32, which just below a power of two may be that power's.
int floorLog2(float value) {
    int exponent = (int)(as_uint(value) >> 23);
    if (exponent == 0) {
        return 31 - (int)clz(as_uint(value)) - 149;
    }
    float mantissa = as_float(as_uint(value) & 0x007fffffu | 0x3f800000u);
    float missing = (1 - mantissa / 2) * 1.442695;
    float logarithm = (float)(exponent - 126) - missing;
    return mantissa > 1.99 ? (int)floor(logarithm) : exponent - 127;
}

uint doubledIndex(float scale, float x) {
    uint best = 0;
    float least = fabs(x);
    for (uint i = 1; i < 16; i++) {
        float distance = fabs(DOUBLED_E2M1[i] * scale - x);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

// Four bits of an index into a table.
void encodeTable(uint type, const float *x, float largest, Words base, uint at) {
    float scale;
    float inverse = 0;
    if (type == MXFP4) {
        uint exponent = largest != 0 ? (uint)(floorLog2(fabs(largest)) + 125) & 255u : 0;
        scale = as_float(exponent < 2 ? 0x00200000u << exponent : (exponent - 1) << 23);
        storeByte(base, at, exponent);
    } else {
        scale = unevenScale(x, largest);
        inverse = scale == 0 ? 0 : divided(1, scale);
        storeShort(base, at, toHalf(scale));
    }
    for (uint j = 0; j < 16; j += 4) {
        uint word = 0;
        for (uint e = 0; e < 4; e++) {
            float a = x[j + e];
            float b = x[j + e + 16];
            uint low = type == MXFP4 ? doubledIndex(scale, a) : unevenIndex(inverse * a);
            uint high = type == MXFP4 ? doubledIndex(scale, b) : unevenIndex(inverse * b);
            word |= (low | (high << 4)) << (8 * e);
        }
        storeUnaligned(base, at + (type == MXFP4 ? 1 : 2) + j, word);
    }
}

void encodeBlock(uint type, const float *x, Words base, uint at) {
    float largest = 0;
    float low = 3.402823466e38;
    float high = -3.402823466e38;
    for (uint e = 0; e < LENGTH; e++) {
        largest = fabs(x[e]) > fabs(largest) ? x[e] : largest;
        low = x[e] < low ? x[e] : low;
        high = x[e] > high ? x[e] : high;
    }
    if (type == MXFP4 || type == IQ4_NL) {
        encodeTable(type, x, largest, base, at);
        return;
    }
    if (type == Q8_0) {
        float scale = divided(fabs(largest), 127);
        float inverse = scale == 0 ? 0 : divided(1, scale);
        storeShort(base, at, toHalf(scale));
        for (uint j = 0; j < LENGTH; j += 4) {
            uint word = 0;
            for (uint e = 0; e < 4; e++) {
                float y = x[j + e] * inverse;
                // Halves away from zero, without the rounding of a sum.
                float whole = floor(fabs(y));
                whole += fabs(y) - whole >= 0.5 ? 1 : 0;
                word |= ((uint)(int)(y < 0 ? -whole : whole) & 0xffu) << (8 * e);
            }
            storeUnaligned(base, at + 2 + j, word);
        }
        return;
    }
    bool five = type == Q5_0 || type == Q5_1;
    bool least = type == Q4_1 || type == Q5_1;
    uint most = five ? 31 : 15;
    float scale = least ? divided(high - low, (float)most) : divided(largest, five ? -16 : -8);
    float inverse = scale == 0 ? 0 : divided(1, scale);
    float minimum = least ? low : 0;
    float half_ = least ? 0.5 : five ? 16.5 : 8.5;
    storeShort(base, at, toHalf(scale));
    if (least) {
        storeShort(base, at + 2, toHalf(low));
    }
    uint upperAt = at + (least ? 4 : 2);
    uint upper = 0;
    for (uint j = 0; j < 16; j += 4) {
        uint word = 0;
        for (uint e = 0; e < 4; e++) {
            float a = (x[j + e] - minimum) * inverse;
            float b = (x[j + e + 16] - minimum) * inverse;
            float aMoved = a + half_;
            float bMoved = b + half_;
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
