// Convolutions by their definitions, a thread for each element of the result. Signals are images of height 1.
#include "common.cl"
#include "types.cl"

#define MODE C1

// The types of the kernel, the data and the result are numbers 0 to 2; stride, padding and dilation of the two axes 3 to 8.
enum { PLAIN, DEPTHWISE, TRANSPOSED, PATCHES, STATE_SPACE };

float kernelAt(const Parameters *p, uint4 index) {
    return loadFloat(p->numbers[0], p->inputs[0].base, place(&p->inputs[0], index));
}

float dataAt(const Parameters *p, uint4 index) {
    return loadFloat(p->numbers[1], p->inputs[1].base, place(&p->inputs[1], index));
}

// The data under element k of a kernel at place x; zero in the padding.
float under(const Parameters *p, uint2 x, uint2 k, uint channel, uint n) {
    uint2 at = x * (uint2)(p->numbers[3], p->numbers[6]) + k * (uint2)(p->numbers[5], p->numbers[8])
        - (uint2)(p->numbers[4], p->numbers[7]);
    uint2 extents = p->inputs[1].extents.xy;
    return all(at < extents) ? dataAt(p, (uint4)(at, channel, n)) : 0;
}

// Kernel [kw, kh, ci, co], or [kw, kh, 1, c] with one of its own for each channel.
float convolved(const Parameters *p, uint4 index) {
    uint4 extents = p->inputs[0].extents;
    uint channels = MODE == DEPTHWISE ? 1 : extents.z;
    float sum = 0;
    for (uint c = 0; c < channels; c++) {
        uint channel = MODE == DEPTHWISE ? index.z : c;
        for (uint k1 = 0; k1 < extents.y; k1++) {
            for (uint k0 = 0; k0 < extents.x; k0++) {
                sum += kernelAt(p, (uint4)(k0, k1, c, index.z)) * under(p, index.xy, (uint2)(k0, k1), channel, index.w);
            }
        }
    }
    return sum;
}

// Kernel [kw, kh, co, ci]: the places of the data whose kernels reach this element.
float transposed(const Parameters *p, uint4 index) {
    uint4 extents = p->inputs[0].extents;
    uint4 from = p->inputs[1].extents;
    uint stride = p->numbers[3];
    float sum = 0;
    for (uint c = 0; c < from.z; c++) {
        for (uint k1 = index.y % stride; k1 < extents.y && k1 <= index.y; k1 += stride) {
            uint y = (index.y - k1) / stride;
            for (uint k0 = index.x % stride; k0 < extents.x && k0 <= index.x; k0 += stride) {
                uint x = (index.x - k0) / stride;
                if (x < from.x && y < from.y) {
                    sum += kernelAt(p, (uint4)(k0, k1, index.z, c)) * dataAt(p, (uint4)(x, y, c, index.w));
                }
            }
        }
    }
    return sum;
}

// Result [c · kh · kw, places in w, places in h, n]; numbers 9 and 10 are kw and kh.
float patched(const Parameters *p, uint4 index) {
    uint width = p->numbers[9];
    uint height = p->numbers[10];
    uint2 k = (uint2)(index.x % width, index.x / width % height);
    return under(p, index.yz, k, index.x / width / height, index.w);
}

// Kernel [k, d], data [k − 1 + t, d, n], result [d, t, n].
float stepped(const Parameters *p, uint4 index) {
    float sum = 0;
    uint n = p->inputs[0].extents.x;
    for (uint k = 0; k < n; k++) {
        sum += dataAt(p, (uint4)(index.y + k, index.x, index.z, 0)) * kernelAt(p, (uint4)(k, index.x, 0, 0));
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
    float value;
    if (MODE == TRANSPOSED) {
        value = transposed(p, index);
    } else if (MODE == PATCHES) {
        value = patched(p, index);
    } else if (MODE == STATE_SPACE) {
        value = stepped(p, index);
    } else {
        value = convolved(p, index);
    }
    storeFloat(p->numbers[2], p->result.base, place(&p->result, index), value);
}
