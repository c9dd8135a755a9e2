// Coarser and finer signals and images, a thread for each element of the result.
#include "common.cl"
#include "types.cl"
#include "reductions.cl"

#define MODE C1
#define TYPE C2

enum { POOL_MAX, POOL_AVERAGE, NEAREST, BILINEAR, BICUBIC };

float element(const Parameters *p, uint4 index) {
    return loadFloat(TYPE, p->inputs[0].base, place(&p->inputs[0], index));
}

// Numbers: the kernel, the stride and the padding in two dimensions.
float pooled(const Parameters *p, uint4 index) {
    uint2 size = (uint2)(p->numbers[0], p->numbers[1]);
    uint2 first = index.xy * (uint2)(p->numbers[2], p->numbers[3]) - (uint2)(p->numbers[4], p->numbers[5]);
    uint2 extents = p->inputs[0].extents.xy;
    float result = MODE == POOL_MAX ? -INFINITY : 0;
    for (uint k1 = 0; k1 < size.y; k1++) {
        for (uint k0 = 0; k0 < size.x; k0++) {
            uint2 at = first + (uint2)(k0, k1);
            if (all(at < extents)) {
                float x = element(p, (uint4)(at, index.zw));
                result = MODE == POOL_MAX ? larger(result, x) : result + x;
            }
        }
    }
    return MODE == POOL_MAX ? result : result / (float)size.x / (float)size.y;
}

// Where element i of `to` lies among `from`: a whole number and a fraction. Number 0 tells whether corners are aligned.
int placed(const Parameters *p, uint i, uint from, uint to, float *fraction) {
    bool aligned = p->numbers[0] != 0 && from > 1 && to > 1;
    int multiple = (int)(i * (aligned ? from - 1 : from));
    int divisor = (int)(aligned ? to - 1 : to);
    if (MODE != NEAREST && p->numbers[0] == 0) {
        multiple = 2 * multiple + (int)from - divisor;
        divisor *= 2;
    }
    int whole = multiple >= 0 ? multiple / divisor : -((divisor - 1 - multiple) / divisor);
    *fraction = (float)(multiple - whole * divisor) / (float)divisor;
    return whole;
}

// The weight of the element `tap` places from the one at or before it.
float weight(const Parameters *p, float fraction, int tap) {
    float distance = fabs(fraction - (float)tap);
    if (MODE == NEAREST) {
        return tap == 0 ? 1 : 0;
    }
    if (MODE == BILINEAR) {
        return max(0.0f, 1 - distance);
    }
    if (distance <= 1) {
        return (1.25 * distance - 2.25) * distance * distance + 1;
    }
    return distance < 2 ? ((-0.75 * distance + 3.75) * distance - 6) * distance + 3 : 0;
}

float scaled(const Parameters *p, uint4 index) {
    uint4 from = p->inputs[0].extents;
    uint4 to = p->result.extents;
    uint2 rest = index.zw * from.zw / to.zw;
    float fractionX;
    float fractionY;
    int x = placed(p, index.x, from.x, to.x, &fractionX);
    int y = placed(p, index.y, from.y, to.y, &fractionY);
    float sum = 0;
    for (int t1 = -1; t1 < 3; t1++) {
        for (int t0 = -1; t0 < 3; t0++) {
            float share = weight(p, fractionX, t0) * weight(p, fractionY, t1);
            if (share != 0) {
                int x0 = clamp(x + t0, 0, (int)from.x - 1);
                int y0 = clamp(y + t1, 0, (int)from.y - 1);
                sum += share * element(p, (uint4)(x0, y0, rest));
            }
        }
    }
    return sum;
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint4 index = unflatten(i, p->result.extents);
    float value = MODE <= POOL_AVERAGE ? pooled(p, index) : scaled(p, index);
    storeFloat(TYPE, p->result.base, place(&p->result, index), value);
}
