// Rows reduced to one element each, or to as many as they have, a work group for each row; or everything to one element.
#include "common.cl"
#include "types.cl"
#include "reductions.cl"

#define REDUCTION C1
#define TYPE C2

enum { SUM, MEAN, MAX, ARGMAX, CUMSUM, TOTAL };

// What a work group reduces.
typedef struct {
    Words base;
    uint row;
    uint stride;
    uint n;
} Row;

float element(const Parameters *p, const Row *r, uint i) {
    uint at = REDUCTION == TOTAL ? place(&p->inputs[0], unflatten(i, p->inputs[0].extents)) : r->row + i * r->stride;
    return loadFloat(TYPE, r->base, at);
}

void cumulate(const Parameters *p, const Row *r, uint to, uint toStride, __local float *shares) {
    // Every thread sums a run of its own, then adds the sums of the runs before it.
    uint t = get_local_id(0);
    uint run = (r->n + THREADS - 1) / THREADS;
    uint from = min(t * run, r->n);
    uint end = min(from + run, r->n);
    float sum = 0;
    for (uint i = from; i < end; i++) {
        sum += element(p, r, i);
    }
    shares[t] = sum;
    synchronize();
    sum = 0;
    for (uint i = 0; i < t; i++) {
        sum += shares[i];
    }
    for (uint i = from; i < end; i++) {
        sum += element(p, r, i);
        storeFloat(TYPE, p->result.base, to + i * toStride, sum);
    }
}

void argmax(const Parameters *p, const Row *r, uint to, __local float *shares, __local uint *places) {
    uint t = get_local_id(0);
    // The first element counts even if it is not a number, which nothing is larger than.
    float largest = element(p, r, 0);
    bool stays = isNaN(largest);
    uint at = 0;
    for (uint i = t; i < r->n && !stays; i += THREADS) {
        float x = element(p, r, i);
        if (x > largest) {
            largest = x;
            at = i;
        }
    }
    shares[t] = largest;
    places[t] = at;
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        synchronize();
        if (t < width) {
            float other = shares[t + width];
            if (other > shares[t] || other == shares[t] && places[t + width] < places[t]) {
                shares[t] = other;
                places[t] = places[t + width];
            }
        }
    }
    if (t == 0) {
        storeWord(p->result.base, to, places[0]);
    }
}

KERNEL {
    __local float shares[THREADS];
    PARAMETERS;
    uint4 index = REDUCTION == TOTAL ? (uint4)(0) : (uint4)(0, unflatten(group(), p->inputs[0].extents.yzwx).xyz);
    Row whole;
    Row *r = &whole;
    r->base = p->inputs[0].base;
    r->row = place(&p->inputs[0], index);
    r->stride = p->inputs[0].strides.x;
    r->n = p->inputs[0].extents.x;
    if (REDUCTION == TOTAL) {
        r->n *= p->inputs[0].extents.y * p->inputs[0].extents.z * p->inputs[0].extents.w;
    }
#if REDUCTION == 4
    cumulate(p, r, place(&p->result, index), p->result.strides.x, shares);
#elif REDUCTION == 3
    __local uint places[THREADS];
    argmax(p, r, place(&p->result, (uint4)(index.y, 0, 0, 0)), shares, places);
#else
    float share = REDUCTION == MAX ? -INFINITY : 0;
    for (uint i = get_local_id(0); i < r->n; i += THREADS) {
        float x = element(p, r, i);
        share = REDUCTION == MAX ? larger(share, x) : share + x;
    }
    float all = REDUCTION == MAX ? largestOf(share, shares) : sumOf(share, shares);
    if (get_local_id(0) == 0) {
        storeFloat(TYPE, p->result.base, place(&p->result, index), REDUCTION == MEAN ? all / (float)r->n : all);
    }
#endif
}
