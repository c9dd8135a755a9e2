#version 450
// The number of places where two i32 tensors are equal, as i64: one work group.
#include "common.glsl"

shared uint counts[THREADS];

void main() {
    uint t = gl_LocalInvocationID.x;
    uvec4 extents = operand0.extents;
    uint n = extents.x * extents.y * extents.z * extents.w;
    uint count = 0;
    for (uint i = t; i < n; i += THREADS) {
        uvec4 index = unflatten(i, extents);
        uint a = loadWord(operand0.base, place(operand0, index));
        uint b = loadWord(p.inputs[1].base, place(p.inputs[1], index));
        count += a == b ? 1 : 0;
    }
    counts[t] = count;
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        barrier();
        if (t < width) {
            counts[t] += counts[t + width];
        }
    }
    if (t == 0) {
        storeWord(target.base, target.offset, counts[0]);
        storeWord(target.base, target.offset + 4, 0);
    }
}
