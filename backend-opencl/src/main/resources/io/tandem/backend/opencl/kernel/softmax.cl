// Softmax of rows, with a mask and sinks: a work group for each row.
#include "common.cl"
#include "types.cl"
#include "reductions.cl"

#define MASK C1
#define MASKED C2
#define SINKS C3

#include "slope.cl"

float element(const Parameters *p, uint row, uint mask, float slope, uint i) {
    float x = number(p, 0) * as_float(loadWord(p->inputs[0].base, row + i * p->inputs[0].strides.x));
    return MASKED ? x + slope * loadFloat(MASK, p->inputs[1].base, mask + i * p->inputs[1].strides.x) : x;
}

float sinkOf(const Parameters *p, uint head) {
    if (!SINKS) {
        return -INFINITY;
    }
    Words base = MASKED ? p->inputs[2].base : p->inputs[1].base;
    uint4 index = (uint4)(head, 0, 0, 0);
    return as_float(loadWord(base, MASKED ? place(&p->inputs[2], index) : place(&p->inputs[1], index)));
}

KERNEL {
    __local float shares[THREADS];
    PARAMETERS;
    uint4 all = p->result.extents;
    uint4 index = (uint4)(0, unflatten(group(), all.yzwx).xyz);
    uint row = place(&p->inputs[0], index);
    float slope = slopeOf(number(p, 1), index.z, all.z);
    uint mask = MASKED ? place(&p->inputs[1], (uint4)(0, index.y, index.zw % p->inputs[1].extents.zw)) : 0;
    uint t = get_local_id(0);
    float sink = sinkOf(p, index.z);
    float largest = sink;
    for (uint i = t; i < all.x; i += THREADS) {
        largest = larger(largest, element(p, row, mask, slope, i));
    }
    largest = largestOf(largest, shares);
    float sum = 0;
    for (uint i = t; i < all.x; i += THREADS) {
        sum += exp(element(p, row, mask, slope, i) - largest);
    }
    sum = sumOf(sum, shares);
    if (sink != -INFINITY) {
        sum += exp(sink - largest);
    }
    uint to = place(&p->result, index);
    for (uint i = t; i < all.x; i += THREADS) {
        storeWord(p->result.base, to + i * p->result.strides.x, as_uint(exp(element(p, row, mask, slope, i) - largest) / sum));
    }
}
