// The number of places where two i32 tensors are equal, as i64: one work group.
#include "common.cl"

KERNEL {
    __local uint counts[THREADS];
    PARAMETERS;
    uint t = get_local_id(0);
    uint4 extents = p->inputs[0].extents;
    uint n = extents.x * extents.y * extents.z * extents.w;
    uint count = 0;
    for (uint i = t; i < n; i += THREADS) {
        uint4 index = unflatten(i, extents);
        uint a = loadWord(p->inputs[0].base, place(&p->inputs[0], index));
        uint b = loadWord(p->inputs[1].base, place(&p->inputs[1], index));
        count += a == b ? 1 : 0;
    }
    counts[t] = count;
    for (uint width = THREADS / 2; width > 0; width /= 2) {
        synchronize();
        if (t < width) {
            counts[t] += counts[t + width];
        }
    }
    if (t == 0) {
        storeWord(p->result.base, p->result.offset, counts[0]);
        storeWord(p->result.base, p->result.offset + 4, 0);
    }
}
