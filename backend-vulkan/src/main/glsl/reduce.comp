#version 450
// Rows reduced to one element each, or to as many as they have, a work group for each row; or everything to one element.
#include "common.glsl"
#include "types.glsl"
#include "reductions.glsl"

layout(constant_id = 1) const uint REDUCTION = 0;
layout(constant_id = 2) const uint TYPE = 0;

const uint SUM = 0;
const uint MEAN = 1;
const uint MAX = 2;
const uint ARGMAX = 3;
const uint CUMSUM = 4;
const uint TOTAL = 5;

uvec2 base;
uint row;
uint stride;
uint n;

float element(uint i) {
    uint at = REDUCTION == TOTAL ? place(operand0, unflatten(i, operand0.extents)) : row + i * stride;
    return loadFloat(TYPE, base, at);
}

void cumulate(uint to, uint toStride) {
    // Every thread sums a run of its own, then adds the sums of the runs before it.
    uint t = gl_LocalInvocationID.x;
    uint run = (n + THREADS - 1) / THREADS;
    uint from = min(t * run, n);
    uint end = min(from + run, n);
    float sum = 0;
    for (uint i = from; i < end; i++) {
        sum += element(i);
    }
    shares[t] = sum;
    barrier();
    sum = 0;
    for (uint i = 0; i < t; i++) {
        sum += shares[i];
    }
    for (uint i = from; i < end; i++) {
        sum += element(i);
        storeFloat(TYPE, target.base, to + i * toStride, sum);
    }
}

shared uint places[THREADS];

void argmax(uint to) {
    uint t = gl_LocalInvocationID.x;
    // The first element counts even if it is not a number, which nothing is larger than.
    float largest = element(0);
    bool stays = isNaN(largest);
    uint at = 0;
    for (uint i = t; i < n && !stays; i += THREADS) {
        float x = element(i);
        if (x > largest) {
            largest = x;
            at = i;
        }
    }
    shares[t] = largest;
    places[t] = at;
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        barrier();
        if (t < width) {
            float other = shares[t + width];
            if (other > shares[t] || other == shares[t] && places[t + width] < places[t]) {
                shares[t] = other;
                places[t] = places[t + width];
            }
        }
    }
    if (t == 0) {
        storeWord(target.base, to, places[0]);
    }
}

void main() {
    if (group() >= dispatched) {
        return;
    }
    uvec4 index = REDUCTION == TOTAL ? uvec4(0) : uvec4(0, unflatten(group(), operand0.extents.yzwx).xyz);
    base = operand0.base;
    row = place(operand0, index);
    stride = operand0.strides.x;
    n = operand0.extents.x;
    if (REDUCTION == TOTAL) {
        n *= operand0.extents.y * operand0.extents.z * operand0.extents.w;
    }
    if (REDUCTION == CUMSUM) {
        cumulate(place(target, index), target.strides.x);
        return;
    }
    if (REDUCTION == ARGMAX) {
        argmax(place(target, uvec4(index.y, 0, 0, 0)));
        return;
    }
    float share = REDUCTION == MAX ? -INFINITY : 0;
    for (uint i = gl_LocalInvocationID.x; i < n; i += THREADS) {
        float x = element(i);
        share = REDUCTION == MAX ? larger(share, x) : share + x;
    }
    float all = REDUCTION == MAX ? largestOf(share) : sumOf(share);
    if (gl_LocalInvocationID.x == 0) {
        storeFloat(TYPE, target.base, place(target, index), REDUCTION == MEAN ? all / float(n) : all);
    }
}
