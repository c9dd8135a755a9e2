// Matrix units of NVIDIA's devices: a warp multiplies 16 × 16 halves by 16 × 8.

// The parts of a warp's operands that a thread holds, by PTX's section on mma.m16n8k16: of the left one, two halves each of
// rows lane / 4 and 8 further down, at 2 · (lane % 4) and 8 further on; of the right one the same of column lane / 4.
#ifdef PTX
uint twoHalves(float low, float high) {
    uint halves;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(halves) : "f"(high), "f"(low));
    return halves;
}

// The address of local memory in its own space.
#define LOCAL_ADDRESS(pointer) ((uint)(size_t)(pointer))

// Copies 16 bytes, or zeros, to local memory, without waiting for them.
#define COPY_LATER(to, from, bytes)                                                                                    \
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(LOCAL_ADDRESS(to)), "l"((ulong)(from)),         \
                 "r"(bytes)                                                                                            \
                 : "memory")
#define END_COPIES asm volatile("cp.async.commit_group;" ::: "memory")

// Waits for all copies but those since the last end.
#define AWAIT_COPIES_BUT_ONE asm volatile("cp.async.wait_group 1;" ::: "memory")

// Four times 8 × 8 halves: lane 8 · m + q tells where row q of the m-th lies, and gets two neighbours of row lane / 4 of each.
#define LOAD_FOUR(parts, tile, spot)                                                                                   \
    do {                                                                                                               \
        uint m = get_local_id(0) % 32 / 8;                                                                             \
        uint q = get_local_id(0) % 8;                                                                                  \
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"                                \
                     : "=r"((parts)[0]), "=r"((parts)[1]), "=r"((parts)[2]), "=r"((parts)[3])                          \
                     : "r"(LOCAL_ADDRESS((tile) + (spot)))                                                             \
                     : "memory");                                                                                      \
    } while (false)

#define EXCHANGE
#define MULTIPLY_ADD(sums, left, right)                                                                                \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "     \
                 "{%0, %1, %2, %3};"                                                                                   \
                 : "+f"((sums)[0]), "+f"((sums)[1]), "+f"((sums)[2]), "+f"((sums)[3])                                  \
                 : "r"((left)[0]), "r"((left)[1]), "r"((left)[2]), "r"((left)[3]), "r"((right)[0]), "r"((right)[1]))
#else
// Without such units, threads show each other their parts in local memory: what is left to test then is who holds what.
uint twoHalves(float low, float high) {
    return toHalf(low) | (toHalf(high) << 16);
}

float halfOf(uint halves, uint k) {
    return fromHalf(halves >> (16 * (k & 1u)));
}

void multiplyAdd(float *sums, const uint *left, const uint *right, __local uint *exchange) {
    uint lane = get_local_id(0) % 32;
    __local uint *warp = exchange + (get_local_id(0) - lane) * 6;
    synchronize();
    for (uint i = 0; i < 6; i++) {
        warp[lane * 6 + i] = i < 4 ? left[i] : right[i - 4];
    }
    synchronize();
    for (uint e = 0; e < 4; e++) {
        for (uint k = 0; k < 16; k++) {
            uint pair = k % 8 / 2;
            uint a = warp[(lane / 4 * 4 + pair) * 6 + e / 2 + k / 8 * 2];
            uint b = warp[((lane % 4 * 2 + e % 2) * 4 + pair) * 6 + 4 + k / 8];
            sums[e] += halfOf(a, k) * halfOf(b, k);
        }
    }
}

#define COPY_LATER(to, from, bytes) *(to) = (bytes) == 0 ? (uint4)(0) : *(from)
#define END_COPIES
#define AWAIT_COPIES_BUT_ONE
#define LOAD_FOUR(parts, tile, spot)                                                                                   \
    for (uint m = 0; m < 4; m++) {                                                                                     \
        uint q = get_local_id(0) % 32 / 4;                                                                             \
        (parts)[m] = ((__local const uint *)((tile) + (spot)))[get_local_id(0) % 4];                                   \
    }
#define EXCHANGE __local uint exchange[THREADS * 6];
#define MULTIPLY_ADD(sums, left, right) multiplyAdd(sums, left, right, exchange)
#endif
