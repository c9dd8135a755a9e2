// Attention: a work group computes the result of one query of one head, with as many keys at a time as it has threads.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"
#include "fetch.cl"
#include "reductions.cl"
#include "functions.cl"
#include "slope.cl"

#define TYPE_K C1
#define ALIGNED_K C2
#define TYPE_V C3
#define ALIGNED_V C4
#define MASK C5
#define MASKED C6
#define SINKS C7

// The elements of a query and of a value, rounded up to multiples of 8.
#define LENGTH_K C8
#define LENGTH_V C9

// A thread sums eight elements of the values of some of the keys.
#define EIGHTS (LENGTH_V / 8)
#define SHARERS (THREADS / EIGHTS)

float scoreOf(const Parameters *p, uint key, uint rowK, uint mask, float slope, __local const float *query) {
    const Tensor *k = &p->inputs[1];
    float score = 0;
    uint n = k->extents.x;
    for (uint i = 0; i < n; i += 8) {
        float8 fetched = fetch(TYPE_K, ALIGNED_K, k->base, rowK + key * k->strides.y, k->strides.x, i, n);
        score += dot(fetched.lo, vload4(0, query + i)) + dot(fetched.hi, vload4(1, query + i));
    }
    score *= number(p, 0);
    if (number(p, 2) != 0) {
        score = number(p, 2) * hyperbolicTangent(score / number(p, 2));
    }
    if (MASKED) {
        score += slope * loadFloat(MASK, p->inputs[3].base, mask + key * p->inputs[3].strides.x);
    }
    return score;
}

KERNEL {
    __local float shares[THREADS];
    __local float query[LENGTH_K];
    __local float weights[THREADS];
    __local float8 parts[THREADS];
    PARAMETERS;
    uint t = get_local_id(0);
    // The query's number, its head and its batch.
    uint4 queries = p->inputs[0].extents;
    uint4 at = unflatten(group(), queries.yzwx);
    uint2 heads = queries.zw / max((uint2)(1), p->inputs[1].extents.zw);
    uint4 matrix = (uint4)(0, 0, at.yz / heads);
    uint rowK = place(&p->inputs[1], matrix);
    uint rowV = place(&p->inputs[2], matrix);
    uint mask = MASKED ? place(&p->inputs[3], (uint4)(0, at.x, at.yz % p->inputs[3].extents.zw)) : 0;
    float slope = slopeOf(number(p, 1), at.y, queries.z);
    uint rowQ = place(&p->inputs[0], (uint4)(0, at.xyz));
    for (uint i = t; i < LENGTH_K; i += THREADS) {
        bool there = i < queries.x;
        query[i] = there ? as_float(loadWord(p->inputs[0].base, rowQ + i * p->inputs[0].strides.x)) : 0;
    }
    synchronize();

    uint eighth = t % EIGHTS;
    uint sharer = t / EIGHTS;
    float8 own = 0;
    float largest = -INFINITY;
    float sum = 0;
    const Tensor *v = &p->inputs[2];
    uint keys = v->extents.y;
    for (uint from = 0; from < keys; from += THREADS) {
        uint key = from + t;
        float score = key < keys ? scoreOf(p, key, rowK, mask, slope, query) : -INFINITY;
        float before = largest;
        largest = larger(before, largestOf(score, shares));
        // Nothing but −∞ so far: no weight and nothing to scale.
        float kept = largest == -INFINITY ? 1 : exp(before - largest);
        float weight = score == -INFINITY ? 0 : exp(score - largest);
        weights[t] = weight;
        sum = sum * kept + sumOf(weight, shares);
        own *= kept;
        uint end = min((uint)THREADS, keys - from);
        for (uint i = sharer; i < end && sharer < SHARERS; i += SHARERS) {
            if (weights[i] != 0) {
                uint row = rowV + (from + i) * v->strides.y;
                own += weights[i] * fetch(TYPE_V, ALIGNED_V, v->base, row, v->strides.x, 8 * eighth, v->extents.x);
            }
        }
        synchronize();
    }
    if (SINKS) {
        Words base = MASKED ? p->inputs[4].base : p->inputs[3].base;
        uint4 head = (uint4)(at.y, 0, 0, 0);
        float sink = as_float(loadWord(base, MASKED ? place(&p->inputs[4], head) : place(&p->inputs[3], head)));
        if (sink != -INFINITY) {
            float before = largest;
            largest = larger(before, sink);
            float kept = exp(before - largest);
            sum = sum * kept + exp(sink - largest);
            own *= kept;
        }
    }
    parts[t] = own;
    synchronize();
    for (uint i = t; i < v->extents.x; i += THREADS) {
        float total = 0;
        for (uint s = 0; s < SHARERS; s++) {
            total += ((__local float *)(parts + s * EIGHTS + i / 8))[i % 8];
        }
        uint to = place(&p->result, (uint4)(i, at.y, at.x, at.z));
        storeWord(p->result.base, to, as_uint(largest == -INFINITY ? 0 : total / sum));
    }
}
