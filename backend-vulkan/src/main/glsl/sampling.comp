#version 450
// Coarser and finer signals and images, a thread for each element of the result.
#include "common.glsl"
#include "types.glsl"
#include "reductions.glsl"

layout(constant_id = 1) const uint MODE = 0;
layout(constant_id = 2) const uint TYPE = 0;

const uint POOL_MAX = 0;
const uint POOL_AVERAGE = 1;
const uint NEAREST = 2;
const uint BILINEAR = 3;
const uint BICUBIC = 4;

float element(uvec4 index) {
    return loadFloat(TYPE, operand0.base, place(operand0, index));
}

// Numbers: the kernel, the stride and the padding in two dimensions.
float pooled(uvec4 index) {
    uvec2 size = uvec2(p.numbers[0], p.numbers[1]);
    uvec2 first = index.xy * uvec2(p.numbers[2], p.numbers[3]) - uvec2(p.numbers[4], p.numbers[5]);
    uvec2 extents = operand0.extents.xy;
    float result = MODE == POOL_MAX ? -INFINITY : 0;
    for (uint k1 = 0; k1 < size.y; k1++) {
        for (uint k0 = 0; k0 < size.x; k0++) {
            uvec2 at = first + uvec2(k0, k1);
            if (all(lessThan(at, extents))) {
                float x = element(uvec4(at, index.zw));
                result = MODE == POOL_MAX ? larger(result, x) : result + x;
            }
        }
    }
    return MODE == POOL_MAX ? result : result / float(size.x) / float(size.y);
}

// Where element i of `to` lies among `from`: a whole number and a fraction. Number 0 tells whether corners are aligned.
int placed(uint i, uint from, uint to, out float fraction) {
    bool aligned = p.numbers[0] != 0 && from > 1 && to > 1;
    int multiple = int(i * (aligned ? from - 1 : from));
    int divisor = int(aligned ? to - 1 : to);
    if (MODE != NEAREST && p.numbers[0] == 0) {
        multiple = 2 * multiple + int(from) - divisor;
        divisor *= 2;
    }
    int whole = multiple >= 0 ? multiple / divisor : -((divisor - 1 - multiple) / divisor);
    fraction = float(multiple - whole * divisor) / float(divisor);
    return whole;
}

// The weight of the element `tap` places from the one at or before it.
float weight(float fraction, int tap) {
    float distance = abs(fraction - float(tap));
    if (MODE == NEAREST) {
        return tap == 0 ? 1 : 0;
    }
    if (MODE == BILINEAR) {
        return max(0, 1 - distance);
    }
    if (distance <= 1) {
        return (1.25 * distance - 2.25) * distance * distance + 1;
    }
    return distance < 2 ? ((-0.75 * distance + 3.75) * distance - 6) * distance + 3 : 0;
}

float scaled(uvec4 index) {
    uvec4 from = operand0.extents;
    uvec4 to = target.extents;
    uvec2 rest = index.zw * from.zw / to.zw;
    vec2 fractions;
    int x = placed(index.x, from.x, to.x, fractions.x);
    int y = placed(index.y, from.y, to.y, fractions.y);
    float sum = 0;
    for (int t1 = -1; t1 < 3; t1++) {
        for (int t0 = -1; t0 < 3; t0++) {
            float share = weight(fractions.x, t0) * weight(fractions.y, t1);
            if (share != 0) {
                int x0 = clamp(x + t0, 0, int(from.x) - 1);
                int y0 = clamp(y + t1, 0, int(from.y) - 1);
                sum += share * element(uvec4(x0, y0, rest));
            }
        }
    }
    return sum;
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec4 index = unflatten(i, target.extents);
    float value = MODE <= POOL_AVERAGE ? pooled(index) : scaled(index);
    storeFloat(TYPE, target.base, place(target, index), value);
}
