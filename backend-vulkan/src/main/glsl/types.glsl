// The types of elements, converted to and from f32.

const uint F32 = 0;
const uint F16 = 1;
const uint BF16 = 2;
const uint I8 = 3;
const uint I32 = 4;
const uint I64 = 5;
const uint U8 = 6;
const uint BOOL = 7;

#define INFINITY uintBitsToFloat(0x7f800000u)
#define NOT_A_NUMBER uintBitsToFloat(0x7fc00000u)

// Drivers may take isnan for false.
bool isNaN(float x) {
    return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}

// Rounds to nearest, ties to even; packHalf2x16 may round as it likes.
uint toHalf(float x) {
    uint bits = floatBitsToUint(x);
    uint sign = (bits >> 16) & 0x8000u;
    uint magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
        return sign | 0x7e00u;
    }
    if (magnitude >= 0x477ff000u) {
        return sign | 0x7c00u;
    }
    if (magnitude < 0x38800000u) {
        // Below the least normal number the steps are those of an f32 just above a half.
        return sign | (floatBitsToUint(uintBitsToFloat(magnitude) + 0.5) - 0x3f000000u);
    }
    return sign | ((magnitude + 0xc8000fffu + ((magnitude >> 13) & 1u)) >> 13);
}

float fromHalf(uint bits) {
    return unpackHalf2x16(bits).x;
}

uint toBrain(float x) {
    uint bits = floatBitsToUint(x);
    if (isNaN(x)) {
        return (bits >> 16) | 64u;
    }
    return (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}

uint bytesOf(uint type) {
    return type == I64 ? 8 : type == F32 || type == I32 ? 4 : type == F16 || type == BF16 ? 2 : 1;
}

// A 64-bit number, its lower half first.
uvec2 loadLong(uint type, uvec2 base, uint at) {
    if (type == I64) {
        return uvec2(loadWord(base, at), loadWord(base, at + 4));
    }
    int value = 0;
    if (type == I32) {
        value = int(loadWord(base, at));
    } else if (type == I8) {
        value = bitfieldExtract(int(loadByte(base, at)), 0, 8);
    } else if (type == U8) {
        value = int(loadByte(base, at));
    } else {
        value = loadByte(base, at) == 0 ? 0 : 1;
    }
    return uvec2(uint(value), uint(value >> 31));
}

// Rounds once, to nearest and ties to even.
float longToFloat(uvec2 value) {
    bool negative = int(value.y) < 0;
    if (negative) {
        value = ~value;
        value.x += 1;
        value.y += value.x == 0 ? 1 : 0;
    }
    float result;
    if (value.y == 0) {
        result = float(value.x);
    } else {
        // 32 bits from the highest one on; what is cut off only decides ties, as a lowest bit.
        uint shift = 31 - uint(findMSB(value.y));
        uint top = shift == 0 ? value.y : (value.y << shift) | (value.x >> (32 - shift));
        uint rest = shift == 0 ? value.x : value.x << shift;
        top |= rest == 0 ? 0 : 1;
        result = ldexp(float(top), 32 - int(shift));
    }
    return negative ? -result : result;
}

uvec2 floatToLong(float x) {
    if (isNaN(x)) {
        return uvec2(0);
    }
    if (x >= 9223372036854775808.0) {
        return uvec2(0xffffffffu, 0x7fffffffu);
    }
    if (x <= -9223372036854775808.0) {
        return uvec2(0, 0x80000000u);
    }
    float size = trunc(abs(x));
    uint high = uint(size * (1.0 / 4294967296.0));
    uint low = uint(size - float(high) * 4294967296.0);
    uvec2 value = uvec2(low, high);
    if (x < 0) {
        value = ~value;
        value.x += 1;
        value.y += value.x == 0 ? 1 : 0;
    }
    return value;
}

int clampLong(uvec2 value, int least, int most) {
    int low = int(value.x);
    int high = int(value.y);
    if (high != low >> 31) {
        return high < 0 ? least : most;
    }
    return clamp(low, least, most);
}

// An element of any plain type.
float loadPlain(uint type, uvec2 base, uint at) {
    if (type == F32) {
        return uintBitsToFloat(loadWord(base, at));
    }
    if (type == F16) {
        return fromHalf(loadShort(base, at));
    }
    if (type == BF16) {
        return uintBitsToFloat(loadShort(base, at) << 16);
    }
    return longToFloat(loadLong(type, base, at));
}

void storeLong(uint type, uvec2 base, uint at, uvec2 value) {
    if (type == I64) {
        storeWord(base, at, value.x);
        storeWord(base, at + 4, value.y);
    } else if (type == I32) {
        storeWord(base, at, uint(clampLong(value, int(0x80000000u), 0x7fffffff)));
    } else if (type == I8) {
        storeByte(base, at, uint(clampLong(value, -128, 127)) & 0xffu);
    } else if (type == U8) {
        storeByte(base, at, uint(clampLong(value, 0, 255)));
    } else {
        storeByte(base, at, (value.x | value.y) == 0 ? 0 : 1);
    }
}

// Stores as any plain type: integers are cut towards zero and saturate.
void storePlain(uint type, uvec2 base, uint at, float value) {
    if (type == F32) {
        storeWord(base, at, floatBitsToUint(value));
    } else if (type == F16) {
        storeShort(base, at, toHalf(value));
    } else if (type == BF16) {
        storeShort(base, at, toBrain(value));
    } else if (type == BOOL) {
        storeByte(base, at, value == 0 ? 0 : 1);
    } else {
        storeLong(type, base, at, floatToLong(value));
    }
}

// Of the float types alone, for kernels that meet no others.
float loadFloat(uint type, uvec2 base, uint at) {
    if (type == F32) {
        return uintBitsToFloat(loadWord(base, at));
    }
    uint bits = loadShort(base, at);
    return type == F16 ? fromHalf(bits) : uintBitsToFloat(bits << 16);
}
void storeFloat(uint type, uvec2 base, uint at, float value) {
    if (type == F32) {
        storeWord(base, at, floatBitsToUint(value));
    } else {
        storeShort(base, at, type == F16 ? toHalf(value) : toBrain(value));
    }
}

// An index, i32 or i64; it is out of range unless it is below `limit`.
bool loadIndex(bool wide, uvec2 base, uint at, uint limit, out uint index) {
    index = loadWord(base, at);
    return index < limit && (!wide || loadWord(base, at + 4) == 0);
}
