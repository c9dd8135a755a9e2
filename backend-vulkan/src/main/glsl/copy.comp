#version 450
// Copies vectors of sixteen bytes from one place that is aligned to them to another.
#include "common.glsl"

layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer Copies {
    uvec4 at[];
};

// What a thread copies, so that several loads are under way.
const uint VECTORS = 4;

void main() {
    uint from = group() * THREADS * VECTORS + gl_LocalInvocationID.x;
    if (from + (VECTORS - 1) * THREADS < dispatched) {
        uvec4 loaded[VECTORS];
        [[unroll]] for (uint i = 0; i < VECTORS; i++) {
            loaded[i] = Quads(operand0.base).at[from + i * THREADS];
        }
        [[unroll]] for (uint i = 0; i < VECTORS; i++) {
            Copies(target.base).at[from + i * THREADS] = loaded[i];
        }
        return;
    }
    for (uint i = from; i < dispatched; i += THREADS) {
        Copies(target.base).at[i] = Quads(operand0.base).at[i];
    }
}
