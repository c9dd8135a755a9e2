// Warps of NVIDIA's devices, whose threads see each other's registers. Elsewhere every thread is one of its own.
#ifdef PTX
#define WARP 32

float warpSum(float x) {
#pragma unroll
    for (uint apart = WARP / 2; apart > 0; apart /= 2) {
        float other;
        asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, -1;" : "=f"(other) : "f"(x), "r"(apart));
        x += other;
    }
    return x;
}
#else
#define WARP 1

float warpSum(float x) {
    return x;
}
#endif

#define WARPS (THREADS / WARP)
