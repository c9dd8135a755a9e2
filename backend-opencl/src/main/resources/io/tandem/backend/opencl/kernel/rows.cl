// Rows picked by index data: reads are clamped, writes dropped and a report made where an index is out of range.
#include "common.cl"
#include "types.cl"
#include "blocks.cl"

#define MODE C1
#define TYPE C2
#define TYPE_B C3

// Number 0: whether indices are i64.

enum { GET, SET, ADD };

// result[e, j, b, c] = inputs[0][e, inputs[1][j, b, c], b, c]; eight elements of block types in a thread.
void getRows(const Parameters *p, uint i) {
    bool blocks = TYPE >= Q4_0;
    uint4 index = unflatten(i, (uint4)(blocks ? p->result.extents.x / 8 : p->result.extents.x, p->result.extents.yzw));
    uint row;
    uint at = place(&p->inputs[1], (uint4)(index.yzw, 0));
    if (!loadIndex(p->numbers[0] != 0, p->inputs[1].base, at, p->inputs[0].extents.y, &row)) {
        reportIndex(p);
        row = 0;
    }
    Words base = p->inputs[0].base;
    if (blocks) {
        uint parts = lengthOf(TYPE) / 8;
        float x[8];
        uint from = place(&p->inputs[0], (uint4)(index.x / parts, row, index.zw));
        vstore8(decodeBlock(TYPE, base, from, index.x % parts), 0, x);
        uint to = place(&p->result, (uint4)(8 * index.x, index.yzw));
        for (uint e = 0; e < 8; e++) {
            storeWord(p->result.base, to + 4 * e, as_uint(x[e]));
        }
        return;
    }
    uint from = place(&p->inputs[0], (uint4)(index.x, row, index.zw));
    uint bits = TYPE == I32 ? loadWord(base, from) : as_uint(loadPlain(TYPE, base, from));
    storeWord(p->result.base, place(&p->result, index), bits);
}

// result[e, inputs[1][j, b, c], b, c] = inputs[0][e, j, b, c], which is f32.
void setRows(const Parameters *p, uint i) {
    uint4 index = unflatten(i, p->inputs[0].extents);
    uint row;
    uint at = place(&p->inputs[1], (uint4)(index.y, index.zw % p->inputs[1].extents.yz, 0));
    if (!loadIndex(p->numbers[0] != 0, p->inputs[1].base, at, p->result.extents.y, &row)) {
        reportIndex(p);
        return;
    }
    uint bits = loadWord(p->inputs[0].base, place(&p->inputs[0], index));
    storePlain(TYPE, p->result.base, place(&p->result, (uint4)(index.x, row, index.zw)), as_float(bits));
}

// result[e, j, t] = inputs[0][e, j, t] + inputs[2][e, inputs[1][j, t]]
void addRows(const Parameters *p, uint i) {
    uint4 index = unflatten(i, p->result.extents);
    uint row;
    uint at = place(&p->inputs[1], (uint4)(index.yz, 0, 0));
    if (!loadIndex(p->numbers[0] != 0, p->inputs[1].base, at, p->inputs[2].extents.y, &row)) {
        reportIndex(p);
        row = 0;
    }
    float a = loadFloat(TYPE, p->inputs[0].base, place(&p->inputs[0], index));
    float b = loadFloat(TYPE_B, p->inputs[2].base, place(&p->inputs[2], (uint4)(index.x, row, 0, 0)));
    storeFloat(TYPE, p->result.base, place(&p->result, index), a + b);
}

KERNEL {
    PARAMETERS;
    uint i = thread();
    if (i >= p->count) {
        return;
    }
    if (MODE == GET) {
        getRows(p, i);
    } else if (MODE == SET) {
        setRows(p, i);
    } else {
        addRows(p, i);
    }
}
