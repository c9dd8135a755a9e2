#version 450
// Moves elements without looking at them: each element of the result is one of the operand's, or zero.
#include "common.glsl"

// The bytes of what is moved at once: 1, 2, 4 or 8.
layout(constant_id = 1) const uint BYTES = 4;
layout(constant_id = 2) const uint PATTERN = 0;

const uint AS_IT_IS = 0;
const uint REPEATED = 1;
const uint PADDED = 2;
const uint REFLECTED = 3;
const uint ROLLED = 4;
const uint DIAGONAL = 5;

uvec4 numbers(uint from) {
    return uvec4(p.numbers[from], p.numbers[from + 1], p.numbers[from + 2], p.numbers[from + 3]);
}

// Where element `index` of the result comes from; false where it is zero.
bool source(inout uvec4 index) {
    uvec4 extents = operand0.extents;
    switch (PATTERN) {
        case REPEATED:
            index %= extents;
            return true;
        case PADDED:
            index -= numbers(0);
            return all(lessThan(index, extents));
        case REFLECTED: {
            int last = int(extents.x) - 1;
            int from = abs(int(index.x) - int(p.numbers[0]));
            index.x = uint(last - abs(last - from));
            return true;
        }
        case ROLLED:
            // The shifts are from 0 to the extents.
            index = (index + extents - numbers(0)) % extents;
            return true;
        case DIAGONAL: {
            bool on = index.x == index.y;
            index.y = 0;
            return on;
        }
        default:
            return true;
    }
}

void main() {
    uint i = thread();
    if (i >= dispatched) {
        return;
    }
    uvec4 index = unflatten(i, target.extents);
    uint to = place(target, index);
    bool there = source(index);
    uint from = there ? place(operand0, index) : 0;
    uvec2 base = operand0.base;
    if (BYTES == 8) {
        storeWord(target.base, to, there ? loadWord(base, from) : 0);
        storeWord(target.base, to + 4, there ? loadWord(base, from + 4) : 0);
    } else if (BYTES == 4) {
        storeWord(target.base, to, there ? loadWord(base, from) : 0);
    } else if (BYTES == 2) {
        storeShort(target.base, to, there ? loadShort(base, from) : 0);
    } else {
        storeByte(target.base, to, there ? loadByte(base, from) : 0);
    }
}
