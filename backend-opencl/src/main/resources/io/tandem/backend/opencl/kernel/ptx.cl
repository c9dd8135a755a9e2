// What other kernels have of PTX, for asking whether a driver's compiler takes it.
#include "common.cl"
#include "types.cl"
#include "units.cl"
#include "warps.cl"

KERNEL {
    EXCHANGE
    PARAMETERS;
    float sums[4] = {0, 0, 0, 0};
    uint left[4] = {p->count, p->count, p->count, p->count};
    uint right[2] = {p->node, twoHalves(number(p, 0), number(p, 1))};
    MULTIPLY_ADD(sums, left, right);
    storeWord(p->result.base, p->result.offset, as_uint(warpSum(sums[0])));
}
