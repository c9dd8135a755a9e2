// Normalised rows, or groups of channels: a work group for each.
#include "common.cl"
#include "types.cl"
#include "reductions.cl"

#define NORM C1
#define TYPE C2

enum { MEAN_AND_VARIANCE, RMS, L2, GROUPS };

uint4 indexOf(uint4 first, uint4 extents, uint i) {
    return NORM == GROUPS ? first + unflatten(i, extents) : (uint4)(i, first.yzw);
}

float element(const Parameters *p, uint4 index) {
    return loadFloat(TYPE, p->inputs[0].base, place(&p->inputs[0], index));
}

KERNEL {
    __local float shares[THREADS];
    PARAMETERS;
    uint4 all = p->result.extents;
    uint4 first = 0;
    uint4 extents = all;
    uint n = all.x;
    if (NORM == GROUPS) {
        uint step = p->numbers[1];
        uint groups = (all.z + step - 1) / step;
        first = (uint4)(0, 0, group() % groups * step, group() / groups);
        extents = (uint4)(all.xy, min(step, all.z - first.z), 1);
        n = extents.x * extents.y * extents.z;
    } else {
        first = (uint4)(0, unflatten(group(), all.yzwx).xyz);
    }
    uint t = get_local_id(0);
    float mean = 0;
    if (NORM == MEAN_AND_VARIANCE || NORM == GROUPS) {
        for (uint i = t; i < n; i += THREADS) {
            mean += element(p, indexOf(first, extents, i));
        }
        mean = sumOf(mean, shares) / (float)n;
    }
    float squares = 0;
    for (uint i = t; i < n; i += THREADS) {
        float x = element(p, indexOf(first, extents, i)) - mean;
        squares += x * x;
    }
    squares = sumOf(squares, shares);
    float divisor = NORM == L2 ? max(sqrt(squares), number(p, 0)) : sqrt(squares / (float)n + number(p, 0));
    for (uint i = t; i < n; i += THREADS) {
        uint4 index = indexOf(first, extents, i);
        float x = element(p, index);
        storeFloat(TYPE, p->result.base, place(&p->result, index), (x - mean) / divisor);
    }
}
