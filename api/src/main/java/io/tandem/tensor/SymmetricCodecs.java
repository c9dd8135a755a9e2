package io.tandem.tensor;

import static io.tandem.tensor.BlockCodec.half;
import static io.tandem.tensor.BlockCodec.nearest;
import static io.tandem.tensor.BlockCodec.octet;
import static io.tandem.tensor.BlockCodec.setHalf;
import static io.tandem.tensor.BlockCodec.setOctet;
import static io.tandem.tensor.ScalarCodecs.BYTE;

import java.lang.foreign.MemorySegment;

/**
 * Blocks of 256 elements in 16 groups of 16 with a signed scale each, which is a multiple of one F16 of the block:
 * x = d · s · q. What is stored comes from {@link SymmetricFit}.
 */
final class SymmetricCodecs {
    private static final int LENGTH = 256;
    private static final int GROUP = 16;
    private static final int GROUPS = LENGTH / GROUP;

    private SymmetricCodecs() {}

    /**
     * q from −4 to 3 and s from −32 to 31: 32 bytes in which bit g of byte i is the third bit of q + 4 of element 32·g + i;
     * 64 bytes of the lower two bits as in Q2_K; 12 bytes of s + 32; then d. Of s + 32, byte j below 8 holds the lower four
     * bits of groups j and j + 8, byte 8 + j the upper two of groups j, j + 4, j + 8 and j + 12.
     */
    record Q3K() implements BlockCodec {
        private static final int QUANTS = 32;
        private static final int CODES = 96;
        private static final int SCALE = 108;

        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 110;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            float scale = half(source, at + SCALE);
            for (int group = 0; group < GROUPS; group++) {
                float d = scale * (code(source, at + CODES, group) - 32);
                int first = GROUP * group;
                long quants = at + QUANTS + first / 128 * 32L + first % 32;
                int shift = first % 128 / 32 * 2;
                for (int i = 0; i < GROUP; i++) {
                    int upper = octet(source, at + first % 32 + i) >> (first / 32) & 1;
                    int quant = (octet(source, quants + i) >> shift & 3) | upper << 2;
                    target[to + first + i] = d * (quant - 4);
                }
            }
        }

        private static int code(MemorySegment source, long codes, int group) {
            int lower = octet(source, codes + group % 8) >> (group / 8 * 4) & 15;
            int upper = octet(source, codes + 8 + group % 4) >> (group / 4 * 2) & 3;
            return lower | upper << 4;
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            byte[] quants = new byte[LENGTH];
            float[] scales = new float[GROUPS];
            for (int group = 0; group < GROUPS; group++) {
                scales[group] = SymmetricFit.oneByOne(source, from + GROUP * group, quants, GROUP * group, GROUP, 4);
            }
            float largest = SymmetricFit.largest(scales, 0, GROUPS);
            float inverse = largest == 0 ? 0 : -32 / largest;
            float scale = setHalf(target, at + SCALE, largest == 0 ? 0 : 1 / inverse);
            int[] codes = new int[GROUPS];
            for (int group = 0; group < GROUPS && largest != 0; group++) {
                codes[group] = Math.clamp(nearest(inverse * scales[group]), -32, 31) + 32;
                SymmetricFit.round(
                        source, from + GROUP * group, quants, GROUP * group, GROUP, 4, scale * (codes[group] - 32));
            }
            encodeCodes(codes, target, at + CODES);
            encodeQuants(quants, target, at);
        }

        private static void encodeCodes(int[] codes, MemorySegment target, long at) {
            for (int j = 0; j < 8; j++) {
                setOctet(target, at + j, (codes[j] & 15) | codes[j + 8] << 4);
            }
            for (int j = 0; j < 4; j++) {
                int low = codes[j] >> 4 | codes[j + 4] >> 4 << 2;
                int high = codes[j + 8] >> 4 | codes[j + 12] >> 4 << 2;
                setOctet(target, at + 8 + j, low | high << 4);
            }
        }

        private static void encodeQuants(byte[] quants, MemorySegment target, long at) {
            for (int i = 0; i < 32; i++) {
                int upper = 0;
                for (int group = 0; group < 8; group++) {
                    upper |= quants[32 * group + i] >> 2 << group;
                }
                setOctet(target, at + i, upper);
            }
            for (int i = 0; i < 64; i++) {
                int first = i / 32 * 128 + i % 32;
                int low = (quants[first] & 3) | (quants[first + 32] & 3) << 2;
                int high = (quants[first + 64] & 3) | (quants[first + 96] & 3) << 2;
                setOctet(target, at + QUANTS + i, low | high << 4);
            }
        }
    }

    /**
     * q from −32 to 31 and s from −128 to 127: of q + 32, 128 bytes of lower four bits, in which byte 64·h + i holds those of
     * element 128·h + i in its low and of 128·h + i + 64 in its high half; and 64 bytes of upper two, in which byte 32·h + i
     * holds those of elements 128·h + i, + 32, + 64 and + 96, lowest first; then 16 bytes of s, and d.
     */
    record Q6K() implements BlockCodec {
        private static final int UPPER = 128;
        private static final int CODES = 192;
        private static final int SCALE = 208;

        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 210;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            float scale = half(source, at + SCALE);
            for (int group = 0; group < GROUPS; group++) {
                float d = scale * source.get(BYTE, at + CODES + group);
                int first = GROUP * group;
                long lower = at + first / 128 * 64L + first % 64;
                long upper = at + UPPER + first / 128 * 32L + first % 32;
                int lowerShift = first % 128 / 64 * 4;
                int upperShift = first % 128 / 32 * 2;
                for (int i = 0; i < GROUP; i++) {
                    int high = octet(source, upper + i) >> upperShift & 3;
                    int quant = (octet(source, lower + i) >> lowerShift & 15) | high << 4;
                    target[to + first + i] = d * (quant - 32);
                }
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            byte[] quants = new byte[LENGTH];
            float[] scales = new float[GROUPS];
            for (int group = 0; group < GROUPS; group++) {
                scales[group] = SymmetricFit.stepwise(source, from + GROUP * group, quants, GROUP * group, GROUP, 32);
            }
            float largest = SymmetricFit.largest(scales, 0, GROUPS);
            if (Math.abs(largest) < SymmetricFit.NOTHING) {
                target.asSlice(at, bytes()).fill((byte) 0);
                return;
            }
            float inverse = -128 / largest;
            float scale = setHalf(target, at + SCALE, 1 / inverse);
            for (int group = 0; group < GROUPS; group++) {
                byte code = (byte) Math.min(127, nearest(inverse * scales[group]));
                setOctet(target, at + CODES + group, code);
                SymmetricFit.round(source, from + GROUP * group, quants, GROUP * group, GROUP, 32, scale * code);
            }
            encodeQuants(quants, target, at);
        }

        private static void encodeQuants(byte[] quants, MemorySegment target, long at) {
            for (int i = 0; i < 128; i++) {
                int first = i / 64 * 128 + i % 64;
                setOctet(target, at + i, (quants[first] & 15) | quants[first + 64] << 4);
            }
            for (int i = 0; i < 64; i++) {
                int first = i / 32 * 128 + i % 32;
                int low = quants[first] >> 4 | quants[first + 32] >> 4 << 2;
                int high = quants[first + 64] >> 4 | quants[first + 96] >> 4 << 2;
                setOctet(target, at + UPPER + i, low | high << 4);
            }
        }
    }
}
