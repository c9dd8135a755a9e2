// What every kernel shares: its parameters, its place in the dispatch, and words of memory. The kernels are those of the
// Vulkan backend, file by file, in OpenCL C 1.2.

// Build options give the constants THREADS (0) and C1, C2, …; one that is not given is a parameter.
#ifndef C1
#define C1 p->constants[1]
#endif
#ifndef C2
#define C2 p->constants[2]
#endif
#ifndef C3
#define C3 p->constants[3]
#endif
#ifndef C4
#define C4 p->constants[4]
#endif
#ifndef C5
#define C5 p->constants[5]
#endif
#ifndef C6
#define C6 p->constants[6]
#endif
#ifndef C7
#define C7 p->constants[7]
#endif

typedef __global uint *Words;
typedef __global const uint2 *Twos;
typedef __global const uint4 *Quads;

// The parameters as the host has them.
typedef struct {
    uint words[100];
    uint constants[12];
} Block;

// A tensor starts `offset` bytes after `base`, which is aligned to 16 bytes. Strides are in bytes.
typedef struct {
    Words base;
    uint offset;
    uint4 extents;
    uint4 strides;
} Tensor;

typedef struct {
    Tensor inputs[5];
    Tensor result;
    __global uint *status;
    uint node;
    uint count;
    const uint *numbers;
    const uint *constants;
} Parameters;

// The tensor whose words start at `at`, in a buffer.
Tensor tensorAt(const uint *words, uint at, __global uchar *buffer) {
    Tensor tensor;
    tensor.base = (Words)(buffer + (((ulong)words[at + 1] << 32) | words[at]));
    tensor.offset = words[at + 2];
    tensor.extents = (uint4)(words[at + 4], words[at + 5], words[at + 6], words[at + 7]);
    tensor.strides = (uint4)(words[at + 8], words[at + 9], words[at + 10], words[at + 11]);
    return tensor;
}

// Drivers take time for each buffer of each run, so that a kernel has no more of them than it needs: OPERANDS, its result,
// and with REPORTS the word for reports. What is not there is the result, which nobody asks for.
#if OPERANDS > 0
#define INPUT0 __global uchar *input0,
#else
#define INPUT0
#define input0 output
#endif
#if OPERANDS > 1
#define INPUT1 __global uchar *input1,
#else
#define INPUT1
#define input1 output
#endif
#if OPERANDS > 2
#define INPUT2 __global uchar *input2,
#else
#define INPUT2
#define input2 output
#endif
#if OPERANDS > 3
#define INPUT3 __global uchar *input3,
#else
#define INPUT3
#define input3 output
#endif
#if OPERANDS > 4
#define INPUT4 __global uchar *input4,
#else
#define INPUT4
#define input4 output
#endif
#ifdef REPORTS
#define REPORTED __global uint *reported,
#else
#define REPORTED
#define reported ((__global uint *)output)
#endif

#define KERNEL                                                                                                         \
    __kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void run(                                            \
        INPUT0 INPUT1 INPUT2 INPUT3 INPUT4 __global uchar *output, REPORTED const Block block)

// Declares p, a kernel's parameters; at the start of each.
#define PARAMETERS                                                                                                     \
    Parameters parameters;                                                                                             \
    parameters.inputs[0] = tensorAt(block.words, 0, input0);                                                           \
    parameters.inputs[1] = tensorAt(block.words, 12, input1);                                                          \
    parameters.inputs[2] = tensorAt(block.words, 24, input2);                                                          \
    parameters.inputs[3] = tensorAt(block.words, 36, input3);                                                          \
    parameters.inputs[4] = tensorAt(block.words, 48, input4);                                                          \
    parameters.result = tensorAt(block.words, 60, output);                                                             \
    parameters.status = reported;                                                                                      \
    parameters.node = block.words[74];                                                                                 \
    parameters.count = block.words[75];                                                                                \
    parameters.numbers = block.words + 76;                                                                             \
    parameters.constants = block.constants;                                                                            \
    const Parameters *p = &parameters

// The number of this work group, and of this thread among all.
uint group() {
    return get_group_id(0);
}
uint thread() {
    return get_global_id(0);
}

void synchronize() {
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Where a choice is not worth a kernel of its own, its constant has this value and a parameter tells.
enum { TOLD = 255 };

uint told(const Parameters *p, uint choice, uint i) {
    return choice == TOLD ? p->numbers[i] : choice;
}

float number(const Parameters *p, uint i) {
    return as_float(p->numbers[i]);
}

// The four-dimensional index of the i-th element.
uint4 unflatten(uint i, uint4 extents) {
    uint4 index;
    index.x = i % extents.x;
    i /= extents.x;
    index.y = i % extents.y;
    i /= extents.y;
    index.z = i % extents.z;
    index.w = i / extents.z;
    return index;
}

// The byte at which an element lies. For block types x counts blocks.
uint place(const Tensor *t, uint4 index) {
    return t->offset + index.x * t->strides.x + index.y * t->strides.y + index.z * t->strides.z
        + index.w * t->strides.w;
}

// Says that an index is out of range: the run fails with this node's name.
void reportIndex(const Parameters *p) {
    *p->status = p->node;
}

uint loadWord(Words base, uint at) {
    return base[at >> 2];
}
uint loadShort(Words base, uint at) {
    return ((__global ushort *)base)[at >> 1];
}
uint loadByte(Words base, uint at) {
    return ((__global uchar *)base)[at];
}

// Four bytes from any byte on, without a branch; no load is behind the last of the bytes' words.
uint loadUnaligned(Words base, uint at) {
    uint shift = (at & 3u) << 3;
    return base[at >> 2] >> shift | (base[(at + 3) >> 2] << 1) << (31 - shift);
}

// Eight bytes from any byte on, in three loads without a branch; none is behind the last of the bytes' words.
uint2 loadEight(Words base, uint at) {
    uint shift = (at & 3u) << 3;
    uint middle = base[(at >> 2) + 1];
    uint low = base[at >> 2] >> shift | (middle << 1) << (31 - shift);
    return (uint2)(low, middle >> shift | (base[(at + 7) >> 2] << 1) << (31 - shift));
}

void storeWord(Words base, uint at, uint bits) {
    base[at >> 2] = bits;
}
void storeShort(Words base, uint at, uint bits) {
    ((__global ushort *)base)[at >> 1] = (ushort)bits;
}
void storeByte(Words base, uint at, uint bits) {
    ((__global uchar *)base)[at] = (uchar)bits;
}
