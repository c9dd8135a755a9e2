// The types of elements, converted to and from f32.

enum { F32 = 0, F16 = 1, BF16 = 2, I8 = 3, I32 = 4, I64 = 5, U8 = 6, BOOL = 7 };

#define NOT_A_NUMBER as_float(0x7fc00000u)

// Drivers may take isnan for false.
bool isNaN(float x) {
    return (as_uint(x) & 0x7fffffffu) > 0x7f800000u;
}

// Rounds to nearest, ties to even.
uint toHalf(float x) {
    uint bits = as_uint(x);
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
        return sign | (as_uint(as_float(magnitude) + 0.5) - 0x3f000000u);
    }
    return sign | ((magnitude + 0xc8000fffu + ((magnitude >> 13) & 1u)) >> 13);
}

float fromHalf(uint bits) {
#ifdef PTX
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((ushort)bits));
    return x;
#else
    ushort stored = (ushort)bits;
    return vload_half(0, (const half *)&stored);
#endif
}

uint toBrain(float x) {
    uint bits = as_uint(x);
    if (isNaN(x)) {
        return (bits >> 16) | 64u;
    }
    return (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}

uint bytesOf(uint type) {
    return type == I64 ? 8 : type == F32 || type == I32 ? 4 : type == F16 || type == BF16 ? 2 : 1;
}

long loadLong(uint type, Words base, uint at) {
    if (type == I64) {
        return ((ulong)loadWord(base, at + 4) << 32) | loadWord(base, at);
    }
    if (type == I32) {
        return (int)loadWord(base, at);
    }
    if (type == I8) {
        return (char)loadByte(base, at);
    }
    if (type == U8) {
        return loadByte(base, at);
    }
    return loadByte(base, at) == 0 ? 0 : 1;
}

// Rounds once, to nearest and ties to even.
float longToFloat(long value) {
    return convert_float_rte(value);
}

long floatToLong(float x) {
    if (isNaN(x)) {
        return 0;
    }
    if (x >= 9223372036854775808.0) {
        return LONG_MAX;
    }
    if (x <= -9223372036854775808.0) {
        return LONG_MIN;
    }
    return (long)x;
}

// An element of any plain type.
float loadPlain(uint type, Words base, uint at) {
    if (type == F32) {
        return as_float(loadWord(base, at));
    }
    if (type == F16) {
        return vload_half(at >> 1, (__global const half *)base);
    }
    if (type == BF16) {
        return as_float(loadShort(base, at) << 16);
    }
    return longToFloat(loadLong(type, base, at));
}

void storeLong(uint type, Words base, uint at, long value) {
    if (type == I64) {
        storeWord(base, at, (uint)value);
        storeWord(base, at + 4, (uint)(value >> 32));
    } else if (type == I32) {
        storeWord(base, at, (uint)(int)clamp(value, (long)INT_MIN, (long)INT_MAX));
    } else if (type == I8) {
        storeByte(base, at, (uint)(int)clamp(value, (long)-128, (long)127));
    } else if (type == U8) {
        storeByte(base, at, (uint)clamp(value, (long)0, (long)255));
    } else {
        storeByte(base, at, value == 0 ? 0 : 1);
    }
}

// Stores as any plain type: integers are cut towards zero and saturate.
void storePlain(uint type, Words base, uint at, float value) {
    if (type == F32) {
        storeWord(base, at, as_uint(value));
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
float loadFloat(uint type, Words base, uint at) {
    if (type == F32) {
        return as_float(loadWord(base, at));
    }
    if (type == F16) {
        return vload_half(at >> 1, (__global const half *)base);
    }
    return as_float(loadShort(base, at) << 16);
}
void storeFloat(uint type, Words base, uint at, float value) {
    if (type == F32) {
        storeWord(base, at, as_uint(value));
    } else {
        storeShort(base, at, type == F16 ? toHalf(value) : toBrain(value));
    }
}

// An index, i32 or i64; it is out of range unless it is below `limit`.
bool loadIndex(bool wide, Words base, uint at, uint limit, uint *index) {
    *index = loadWord(base, at);
    return *index < limit && (!wide || loadWord(base, at + 4) == 0);
}
