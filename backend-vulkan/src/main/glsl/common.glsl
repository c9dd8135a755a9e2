// What every kernel shares: its parameters, its place in the dispatch, and words of memory.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_control_flow_attributes : require

layout(constant_id = 0) const uint THREADS = 64;
layout(local_size_x_id = 0) in;

// Memory is read and written as words, so that no kernel needs 8-bit or 16-bit storage.
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Words {
    uint at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Twos {
    uvec2 at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Quads {
    uvec4 at[];
};

// A tensor starts `offset` bytes after `base`, which is aligned to 16 bytes. Strides are in bytes.
struct Tensor {
    uvec2 base;
    uint offset;
    uint reserved;
    uvec4 extents;
    uvec4 strides;
};

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Parameters {
    Tensor inputs[5];
    Tensor result;
    uvec2 status;
    uint node;
    uint count;
    uint numbers[24];
};

// What nearly every kernel needs at once is pushed with the address of all: so it waits for the memory once less.
layout(push_constant) uniform Push {
    Parameters p;
    uint dispatched;
    uint pushReserved;
    Tensor operand0;
    Tensor target;
    uvec2 base1;
    uint offset1;
    uint stride1;
};

// The second operand: of what is not pushed only that is loaded which is used.
Tensor operand1() {
    Tensor t = p.inputs[1];
    t.base = base1;
    t.offset = offset1;
    t.strides.y = stride1;
    return t;
}

// The number of this work group, and of this thread among all.
uint group() {
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
// Whether this group is one of those that fill up the last row of groups. Where there is but one row, nothing is loaded.
bool isGroupTooMany() {
    return gl_NumWorkGroups.y > 1 && group() >= dispatched;
}

uint thread() {
    return group() * THREADS + gl_LocalInvocationID.x;
}

// Where a choice is not worth a kernel of its own, its constant has this value and a parameter tells.
const uint TOLD = 255;

uint told(uint constant, uint i) {
    return constant == TOLD ? p.numbers[i] : constant;
}

float number(uint i) {
    return uintBitsToFloat(p.numbers[i]);
}

// The four-dimensional index of the i-th element.
uvec4 unflatten(uint i, uvec4 extents) {
    uvec4 index;
    index.x = i % extents.x;
    i /= extents.x;
    index.y = i % extents.y;
    i /= extents.y;
    index.z = i % extents.z;
    index.w = i / extents.z;
    return index;
}

// The byte at which an element lies. For block types x counts blocks.
uint place(Tensor t, uvec4 index) {
    return t.offset + index.x * t.strides.x + index.y * t.strides.y + index.z * t.strides.z + index.w * t.strides.w;
}

// Says that an index is out of range: the run fails with this node's name.
void reportIndex() {
    Words(p.status).at[0] = p.node;
}

uint loadWord(uvec2 base, uint at) {
    return Words(base).at[at >> 2];
}
uint loadShort(uvec2 base, uint at) {
    return (Words(base).at[at >> 2] >> ((at & 2u) << 3)) & 0xffffu;
}
uint loadByte(uvec2 base, uint at) {
    return (Words(base).at[at >> 2] >> ((at & 3u) << 3)) & 0xffu;
}

// Four bytes from any byte on, without a branch; no load is behind the last of the bytes' words.
uint loadUnaligned(uvec2 base, uint at) {
    uint shift = (at & 3u) << 3;
    return Words(base).at[at >> 2] >> shift | (Words(base).at[(at + 3) >> 2] << 1) << (31 - shift);
}

// Eight bytes from any byte on, in three loads without a branch; none is behind the last of the bytes' words.
uvec2 loadEight(uvec2 base, uint at) {
    uint shift = (at & 3u) << 3;
    uint middle = Words(base).at[(at >> 2) + 1];
    uint low = Words(base).at[at >> 2] >> shift | (middle << 1) << (31 - shift);
    return uvec2(low, middle >> shift | (Words(base).at[(at + 7) >> 2] << 1) << (31 - shift));
}

void storeWord(uvec2 base, uint at, uint bits) {
    Words(base).at[at >> 2] = bits;
}

// The other bits of the word may be other threads': only ours are turned, in one step.
void storeBits(uvec2 base, uint at, uint bits, uint shift, uint mask) {
    uint old = Words(base).at[at >> 2] >> shift;
    atomicXor(Words(base).at[at >> 2], ((old ^ bits) & mask) << shift);
}
void storeShort(uvec2 base, uint at, uint bits) {
    storeBits(base, at, bits, (at & 2u) << 3, 0xffffu);
}
void storeByte(uvec2 base, uint at, uint bits) {
    storeBits(base, at, bits, (at & 3u) << 3, 0xffu);
}
