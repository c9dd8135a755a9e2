// result = condition ? a : b, each repeated over the result.
#include "common.cl"
#include "types.cl"

#define CONDITION C1
#define BYTES C2

bool holds(const Parameters *p, uint4 index) {
    uint at = place(&p->inputs[0], index % p->inputs[0].extents);
    if (CONDITION >= I8) {
        return loadLong(CONDITION, p->inputs[0].base, at) != 0;
    }
    // Any bit but the sign's: also of numbers that a driver takes for zero.
    uint bits = CONDITION == F32 ? loadWord(p->inputs[0].base, at) << 1 : loadShort(p->inputs[0].base, at) << 17;
    return bits != 0;
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    uint4 index = unflatten(i, p->result.extents);
    uint to = place(&p->result, index);
    bool first = holds(p, index);
    Words base = first ? p->inputs[1].base : p->inputs[2].base;
    uint from = first ? place(&p->inputs[1], index % p->inputs[1].extents)
                      : place(&p->inputs[2], index % p->inputs[2].extents);
    if (BYTES >= 4) {
        uint low = loadWord(base, from);
        if (BYTES == 8) {
            storeWord(p->result.base, to + 4, loadWord(base, from + 4));
        }
        storeWord(p->result.base, to, low);
    } else if (BYTES == 2) {
        storeShort(p->result.base, to, loadShort(base, from));
    } else {
        storeByte(p->result.base, to, loadByte(base, from));
    }
}
