#version 450
// Convolutions by their definitions, a thread for each element of the result. Signals are images of height 1.
#include "common.glsl"
#include "types.glsl"

layout(constant_id = 1) const uint MODE = 0;

// The types of the kernel, the data and the result are numbers 0 to 2; stride, padding and dilation of the two axes 3 to 8.
const uint PLAIN = 0;
const uint DEPTHWISE = 1;
const uint TRANSPOSED = 2;
const uint PATCHES = 3;
const uint STATE_SPACE = 4;

float kernel(uvec4 index) {
    return loadFloat(p.numbers[0], operand0.base, place(operand0, index));
}

float data(uvec4 index) {
    return loadFloat(p.numbers[1], p.inputs[1].base, place(p.inputs[1], index));
}

// The data under element k of a kernel at place x; zero in the padding.
float under(uvec2 x, uvec2 k, uint channel, uint n) {
    uvec2 at = x * uvec2(p.numbers[3], p.numbers[6]) + k * uvec2(p.numbers[5], p.numbers[8])
        - uvec2(p.numbers[4], p.numbers[7]);
    uvec2 extents = p.inputs[1].extents.xy;
    return all(lessThan(at, extents)) ? data(uvec4(at, channel, n)) : 0;
}

// Kernel [kw, kh, ci, co], or [kw, kh, 1, c] with one of its own for each channel.
float convolved(uvec4 index) {
    uvec4 extents = operand0.extents;
    uint channels = MODE == DEPTHWISE ? 1 : extents.z;
    float sum = 0;
    for (uint c = 0; c < channels; c++) {
        uint channel = MODE == DEPTHWISE ? index.z : c;
        for (uint k1 = 0; k1 < extents.y; k1++) {
            for (uint k0 = 0; k0 < extents.x; k0++) {
                sum += kernel(uvec4(k0, k1, c, index.z)) * under(index.xy, uvec2(k0, k1), channel, index.w);
            }
        }
    }
    return sum;
}

// Kernel [kw, kh, co, ci]: the places of the data whose kernels reach this element.
float transposed(uvec4 index) {
    uvec4 extents = operand0.extents;
    uvec4 from = p.inputs[1].extents;
    uint stride = p.numbers[3];
    float sum = 0;
    for (uint c = 0; c < from.z; c++) {
        for (uint k1 = index.y % stride; k1 < extents.y && k1 <= index.y; k1 += stride) {
            uint y = (index.y - k1) / stride;
            for (uint k0 = index.x % stride; k0 < extents.x && k0 <= index.x; k0 += stride) {
                uint x = (index.x - k0) / stride;
                if (x < from.x && y < from.y) {
                    sum += kernel(uvec4(k0, k1, index.z, c)) * data(uvec4(x, y, c, index.w));
                }
            }
        }
    }
    return sum;
}

// Result [c · kh · kw, places in w, places in h, n]; numbers 9 and 10 are kw and kh.
float patched(uvec4 index) {
    uint width = p.numbers[9];
    uint height = p.numbers[10];
    uvec2 k = uvec2(index.x % width, index.x / width % height);
    return under(index.yz, k, index.x / width / height, index.w);
}

// Kernel [k, d], data [k − 1 + t, d, n], result [d, t, n].
float stepped(uvec4 index) {
    float sum = 0;
    uint n = operand0.extents.x;
    for (uint k = 0; k < n; k++) {
        sum += data(uvec4(index.y + k, index.x, index.z, 0)) * kernel(uvec4(k, index.x, 0, 0));
    }
    return sum;
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec4 index = unflatten(i, target.extents);
    float value;
    if (MODE == TRANSPOSED) {
        value = transposed(index);
    } else if (MODE == PATCHES) {
        value = patched(index);
    } else if (MODE == STATE_SPACE) {
        value = stepped(index);
    } else {
        value = convolved(index);
    }
    storeFloat(p.numbers[2], target.base, place(target, index), value);
}
