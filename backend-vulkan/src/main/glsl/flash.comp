#version 450
// Attention: a work group computes the result of one query of one head, with as many keys at a time as it has threads.
#include "common.glsl"
#include "types.glsl"
#include "blocks.glsl"
#include "fetch.glsl"
#include "reductions.glsl"
#include "functions.glsl"
#include "slope.glsl"

layout(constant_id = 1) const uint TYPE_K = 0;
layout(constant_id = 2) const bool ALIGNED_K = false;
layout(constant_id = 3) const uint TYPE_V = 0;
layout(constant_id = 4) const bool ALIGNED_V = false;
layout(constant_id = 5) const uint MASK = 0;
layout(constant_id = 6) const bool MASKED = false;
layout(constant_id = 7) const bool SINKS = false;

// The elements of a query and of a value, rounded up to multiples of 8.
layout(constant_id = 8) const uint LENGTH_K = 64;
layout(constant_id = 9) const uint LENGTH_V = 64;

shared float query[LENGTH_K];
shared float weights[THREADS];
shared vec4 parts[2 * THREADS];

float scoreOf(uint key, uint rowK, uint mask, float slope) {
    Tensor k = p.inputs[1];
    float score = 0;
    uint n = k.extents.x;
    for (uint i = 0; i < n; i += 8) {
        vec4 low;
        vec4 high;
        fetch(TYPE_K, ALIGNED_K, k.base, rowK + key * k.strides.y, k.strides.x, i, n, low, high);
        score += dot(low, vec4(query[i], query[i + 1], query[i + 2], query[i + 3]));
        score += dot(high, vec4(query[i + 4], query[i + 5], query[i + 6], query[i + 7]));
    }
    score *= number(0);
    if (number(2) != 0) {
        score = number(2) * hyperbolicTangent(score / number(2));
    }
    if (MASKED) {
        score += slope * loadFloat(MASK, p.inputs[3].base, mask + key * p.inputs[3].strides.x);
    }
    return score;
}

void main() {
    if (group() >= dispatched) {
        return;
    }
    uint t = gl_LocalInvocationID.x;
    // The query's number, its head and its batch.
    uvec4 queries = operand0.extents;
    uvec4 at = unflatten(group(), queries.yzwx);
    uvec2 heads = queries.zw / max(uvec2(1), p.inputs[1].extents.zw);
    uvec4 matrix = uvec4(0, 0, at.yz / heads);
    uint rowK = place(p.inputs[1], matrix);
    uint rowV = place(p.inputs[2], matrix);
    uint mask = MASKED ? place(p.inputs[3], uvec4(0, at.x, at.yz % p.inputs[3].extents.zw)) : 0;
    float slope = slopeOf(number(1), at.y, queries.z);
    uint rowQ = place(operand0, uvec4(0, at.xyz));
    for (uint i = t; i < LENGTH_K; i += THREADS) {
        bool there = i < queries.x;
        query[i] = there ? uintBitsToFloat(loadWord(operand0.base, rowQ + i * operand0.strides.x)) : 0;
    }
    barrier();

    // A thread sums eight elements of the values of some of the keys.
    const uint EIGHTS = LENGTH_V / 8;
    const uint SHARERS = THREADS / EIGHTS;
    uint eighth = t % EIGHTS;
    uint sharer = t / EIGHTS;
    vec4 low = vec4(0);
    vec4 high = vec4(0);
    float largest = -INFINITY;
    float sum = 0;
    Tensor v = p.inputs[2];
    uint keys = v.extents.y;
    for (uint from = 0; from < keys; from += THREADS) {
        uint key = from + t;
        float score = key < keys ? scoreOf(key, rowK, mask, slope) : -INFINITY;
        float before = largest;
        largest = larger(before, largestOf(score));
        // Nothing but −∞ so far: no weight and nothing to scale.
        float kept = largest == -INFINITY ? 1 : exp(before - largest);
        float weight = score == -INFINITY ? 0 : exp(score - largest);
        weights[t] = weight;
        sum = sum * kept + sumOf(weight);
        low *= kept;
        high *= kept;
        uint end = min(THREADS, keys - from);
        for (uint i = sharer; i < end && sharer < SHARERS; i += SHARERS) {
            if (weights[i] != 0) {
                vec4 lowV;
                vec4 highV;
                fetch(TYPE_V, ALIGNED_V, v.base, rowV + (from + i) * v.strides.y, v.strides.x, 8 * eighth, v.extents.x, lowV, highV);
                low += weights[i] * lowV;
                high += weights[i] * highV;
            }
        }
        barrier();
    }
    if (SINKS) {
        uint sinks = MASKED ? 4 : 3;
        float sink = uintBitsToFloat(loadWord(p.inputs[sinks].base, place(p.inputs[sinks], uvec4(at.y, 0, 0, 0))));
        if (sink != -INFINITY) {
            float before = largest;
            largest = larger(before, sink);
            float kept = exp(before - largest);
            sum = sum * kept + exp(sink - largest);
            low *= kept;
            high *= kept;
        }
    }
    parts[2 * t] = low;
    parts[2 * t + 1] = high;
    barrier();
    for (uint i = t; i < v.extents.x; i += THREADS) {
        float total = 0;
        for (uint s = 0; s < SHARERS; s++) {
            total += parts[2 * (s * EIGHTS + i / 8) + i / 4 % 2][i % 4];
        }
        uint to = place(target, uvec4(i, at.y, at.x, at.z));
        storeWord(target.base, to, floatBitsToUint(largest == -INFINITY ? 0 : total / sum));
    }
}
