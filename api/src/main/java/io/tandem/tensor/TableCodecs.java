package io.tandem.tensor;

import static io.tandem.tensor.BlockCodec.half;
import static io.tandem.tensor.BlockCodec.nearest;
import static io.tandem.tensor.BlockCodec.octet;
import static io.tandem.tensor.BlockCodec.setHalf;
import static io.tandem.tensor.BlockCodec.setOctet;
import static io.tandem.tensor.ScalarCodecs.SHORT;

import java.lang.foreign.MemorySegment;

/** Types whose four bits are an index into a table of values. Sixteen bytes hold 32 of them as in Q4_0. */
final class TableCodecs {
    private static final int GROUP = 32;
    private static final int HALF = GROUP / 2;

    private TableCodecs() {}

    /** An F16 scale d, then 16 bytes of indices into {@link TableFit#UNEVEN}. */
    record Iq4Nl() implements BlockCodec {
        @Override
        public int length() {
            return GROUP;
        }

        @Override
        public int bytes() {
            return 18;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            decodeGroup(source, at + 2, TableFit.UNEVEN, half(source, at), target, to);
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            float scale = TableFit.scale(source, from, GROUP);
            setHalf(target, at, scale);
            encodeGroup(source, from, scale == 0 ? 0 : 1 / scale, target, at + 2);
        }
    }

    /**
     * Eight groups of 32 with scales d · s, s from −32 to 31: d; two bytes in which bits 2·g and 2·g + 1 are the upper bits
     * of s + 32 of group g; four bytes of the lower four bits, even groups in the low half; 128 bytes of indices into
     * {@link TableFit#UNEVEN}.
     */
    record Iq4Xs() implements BlockCodec {
        private static final int GROUPS = 8;
        private static final int QUANTS = 8;

        @Override
        public int length() {
            return GROUPS * GROUP;
        }

        @Override
        public int bytes() {
            return 136;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            float scale = half(source, at);
            int upper = source.get(SHORT, at + 2);
            for (int group = 0; group < GROUPS; group++) {
                int lower = octet(source, at + 4 + group / 2) >> (group % 2 * 4) & 15;
                int code = lower | (upper >> (2 * group) & 3) << 4;
                long quants = at + QUANTS + (long) HALF * group;
                decodeGroup(source, quants, TableFit.UNEVEN, scale * (code - 32), target, to + GROUP * group);
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            float[] scales = new float[GROUPS];
            for (int group = 0; group < GROUPS; group++) {
                scales[group] = TableFit.scale(source, from + GROUP * group, GROUP);
            }
            float scale = -SymmetricFit.largest(scales, 0, GROUPS) / 32;
            setHalf(target, at, scale);
            float inverse = scale == 0 ? 0 : 1 / scale;
            int upper = 0;
            int lower = 0;
            for (int group = 0; group < GROUPS; group++) {
                int code = Math.clamp(nearest(inverse * scales[group]), -32, 31);
                float own = scale * code;
                long quants = at + QUANTS + (long) HALF * group;
                encodeGroup(source, from + GROUP * group, own == 0 ? 0 : 1 / own, target, quants);
                lower |= ((code + 32) & 15) << (4 * group);
                upper |= (code + 32) >> 4 << (2 * group);
            }
            target.set(SHORT, at + 2, (short) upper);
            target.set(ScalarCodecs.INT, at + 4, lower);
        }
    }

    /**
     * A byte e that stands for the scale 2^(e − 127), then 16 bytes of numbers of a sign, two bits of exponent and one of
     * mantissa; the Open Compute Project's MX specification. e is that of the largest magnitude less 2.
     */
    record Mxfp4() implements BlockCodec {
        @Override
        public int length() {
            return GROUP;
        }

        @Override
        public int bytes() {
            return 17;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            decodeGroup(source, at + 1, TableFit.DOUBLED_E2M1, halfScale(octet(source, at)), target, to);
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            float largest = Math.abs(SymmetricFit.largest(source, from, GROUP));
            int exponent = largest > 0 ? (floorLog2(largest) - 2 + 127) & 255 : 0;
            float scale = halfScale(exponent);
            setOctet(target, at, exponent);
            for (int i = 0; i < HALF; i++) {
                int low = TableFit.nearestIn(TableFit.DOUBLED_E2M1, scale, source[from + i]);
                int high = TableFit.nearestIn(TableFit.DOUBLED_E2M1, scale, source[from + i + HALF]);
                setOctet(target, at + 1 + i, low | high << 4);
            }
        }

        /** Half of 2^(exponent − 127), since the table's values are doubled. */
        private static float halfScale(int exponent) {
            return Float.intBitsToFloat(exponent < 2 ? 0x00200000 << exponent : (exponent - 1) << 23);
        }

        /** From an f32 logarithm, as in ggml: just below a power of two it may round up to that. */
        private static int floorLog2(float value) {
            return (int) Math.floor((float) (Math.log(value) / Math.log(2)));
        }
    }

    private static void decodeGroup(MemorySegment source, long at, byte[] values, float scale, float[] target, int to) {
        for (int i = 0; i < HALF; i++) {
            int pair = octet(source, at + i);
            target[to + i] = scale * values[pair & 15];
            target[to + i + HALF] = scale * values[pair >> 4];
        }
    }

    private static void encodeGroup(float[] source, int from, float inverse, MemorySegment target, long at) {
        for (int i = 0; i < HALF; i++) {
            int low = TableFit.index(inverse * source[from + i]);
            int high = TableFit.index(inverse * source[from + i + HALF]);
            setOctet(target, at + i, low | high << 4);
        }
    }
}
