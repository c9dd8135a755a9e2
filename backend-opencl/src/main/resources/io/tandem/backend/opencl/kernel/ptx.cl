// What other kernels have of PTX, for asking whether a driver's compiler takes it.
#include "common.cl"
#include "types.cl"
#include "units.cl"
#include "warps.cl"

KERNEL {
    __local uint4 tile[64];
    EXCHANGE
    PARAMETERS;
    COPY_LATER(tile + thread(), (Quads)p->inputs[0].base + thread(), 16);
    END_COPIES;
    AWAIT_COPIES_BUT_ONE;
    float sums[4] = {0, 0, 0, 0};
    uint left[4];
    LOAD_FOUR(left, tile, 8 * m + q);
    uint right[2] = {p->node, twoHalves(number(p, 0), number(p, 1))};
    MULTIPLY_ADD(sums, left, right);
    storeWord(p->result.base, p->result.offset, as_uint(warpSum(sums[0])));
}
