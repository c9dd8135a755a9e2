package io.tandem.tensor;

import static io.tandem.tensor.BlockCodec.half;
import static io.tandem.tensor.BlockCodec.octet;
import static io.tandem.tensor.BlockCodec.setHalf;
import static io.tandem.tensor.BlockCodec.setOctet;

import java.lang.foreign.MemorySegment;

/**
 * Blocks of 256 elements in groups with a scale and a minimum each, which are multiples of two F16 of the block:
 * x = d · s · q − m · t. What is stored comes from {@link AffineFit}.
 */
final class AffineCodecs {
    private static final int LENGTH = 256;

    private AffineCodecs() {}

    /**
     * Sixteen groups of 16: 16 bytes with s in the low and t in the high half; 64 bytes in which byte 32·h + i holds
     * elements 128·h + i, + 32, + 64 and + 96, lowest bits first; then d and m.
     */
    record Q2K() implements BlockCodec {
        private static final AffineFit.Rule RULE = new AffineFit.Rule(16, 3, -0.5f, 15, false, 15);
        private static final int QUANTS = 16;
        private static final int SCALES = 80;

        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 84;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            float scale = half(source, at + SCALES);
            float minimum = half(source, at + SCALES + 2);
            for (int group = 0; group < 16; group++) {
                int codes = octet(source, at + group);
                float d = scale * (codes & 15);
                float m = minimum * (codes >> 4);
                int first = 16 * group;
                long quants = at + QUANTS + first / 128 * 32L + first % 32;
                int shift = first % 128 / 32 * 2;
                for (int i = 0; i < 16; i++) {
                    target[to + first + i] = d * (octet(source, quants + i) >> shift & 3) - m;
                }
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            AffineFit fit = new AffineFit(RULE, source, from);
            float scale = setHalf(target, at + SCALES, fit.scale());
            float minimum = setHalf(target, at + SCALES + 2, fit.minimumScale());
            fit.round(scale, minimum);
            for (int group = 0; group < 16; group++) {
                setOctet(target, at + group, fit.scaleCode(group) | fit.minimumCode(group) << 4);
            }
            for (int i = 0; i < 64; i++) {
                int first = i / 32 * 128 + i % 32;
                int low = fit.quant(first) | fit.quant(first + 32) << 2;
                int high = fit.quant(first + 64) | fit.quant(first + 96) << 2;
                setOctet(target, at + QUANTS + i, low | high << 4);
            }
        }
    }

    /**
     * Eight groups of 32: d and m; 12 bytes of six-bit s and t; 128 bytes in which byte 32·g + i holds element 64·g + i in
     * its low and 64·g + i + 32 in its high half.
     */
    record Q4K() implements BlockCodec {
        private static final AffineFit.Rule RULE = new AffineFit.Rule(32, 15, -1, 20, true, 63);
        private static final int QUANTS = 16;

        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 144;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            for (int group = 0; group < 8; group++) {
                float d = half(source, at) * scaleCode(source, at, group);
                float m = half(source, at + 2) * minimumCode(source, at, group);
                long quants = at + QUANTS + group / 2 * 32L;
                int shift = group % 2 * 4;
                for (int i = 0; i < 32; i++) {
                    target[to + 32 * group + i] = d * (octet(source, quants + i) >> shift & 15) - m;
                }
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            AffineFit fit = new AffineFit(RULE, source, from);
            encodeScales(fit, target, at);
            for (int i = 0; i < 128; i++) {
                int first = i / 32 * 64 + i % 32;
                setOctet(target, at + QUANTS + i, fit.quant(first) | fit.quant(first + 32) << 4);
            }
        }
    }

    /**
     * Eight groups of 32: d, m, s and t as in Q4_K; 32 bytes in which bit g of byte i is the fifth bit of element 32·g + i;
     * then 128 bytes of lower bits as in Q4_K.
     */
    record Q5K() implements BlockCodec {
        private static final AffineFit.Rule RULE = new AffineFit.Rule(32, 31, -0.5f, 15, true, 63);
        private static final int UPPER = 16;
        private static final int QUANTS = 48;

        @Override
        public int length() {
            return LENGTH;
        }

        @Override
        public int bytes() {
            return 176;
        }

        @Override
        public void decodeBlock(MemorySegment source, long at, float[] target, int to) {
            for (int group = 0; group < 8; group++) {
                float d = half(source, at) * scaleCode(source, at, group);
                float m = half(source, at + 2) * minimumCode(source, at, group);
                long quants = at + QUANTS + group / 2 * 32L;
                int shift = group % 2 * 4;
                for (int i = 0; i < 32; i++) {
                    int upper = octet(source, at + UPPER + i) >> group & 1;
                    int quant = (octet(source, quants + i) >> shift & 15) | upper << 4;
                    target[to + 32 * group + i] = d * quant - m;
                }
            }
        }

        @Override
        public void encodeBlock(float[] source, int from, MemorySegment target, long at) {
            AffineFit fit = new AffineFit(RULE, source, from);
            encodeScales(fit, target, at);
            for (int i = 0; i < 32; i++) {
                int upper = 0;
                for (int group = 0; group < 8; group++) {
                    upper |= fit.quant(32 * group + i) >> 4 << group;
                }
                setOctet(target, at + UPPER + i, upper);
            }
            for (int i = 0; i < 128; i++) {
                int first = i / 32 * 64 + i % 32;
                setOctet(target, at + QUANTS + i, (fit.quant(first) & 15) | fit.quant(first + 32) << 4);
            }
        }
    }

    /**
     * Stores d and m, then bytes 4 to 15: the lower six bits of bytes 4 to 7 are s, of 8 to 11 t of groups 0 to 3; bytes 12
     * to 15 hold the lower four bits of s and t of groups 4 to 7, whose upper two are those of bytes 4 to 11.
     */
    private static void encodeScales(AffineFit fit, MemorySegment target, long at) {
        float scale = setHalf(target, at, fit.scale());
        float minimum = setHalf(target, at + 2, fit.minimumScale());
        fit.round(scale, minimum);
        for (int group = 0; group < 4; group++) {
            int scaleCode = fit.scaleCode(group + 4);
            int minimumCode = fit.minimumCode(group + 4);
            setOctet(target, at + 4 + group, fit.scaleCode(group) | scaleCode >> 4 << 6);
            setOctet(target, at + 8 + group, fit.minimumCode(group) | minimumCode >> 4 << 6);
            setOctet(target, at + 12 + group, (scaleCode & 15) | minimumCode << 4);
        }
    }

    private static int scaleCode(MemorySegment source, long at, int group) {
        if (group < 4) {
            return octet(source, at + 4 + group) & 63;
        }
        return (octet(source, at + 8 + group) & 15) | octet(source, at + group) >> 6 << 4;
    }

    private static int minimumCode(MemorySegment source, long at, int group) {
        if (group < 4) {
            return octet(source, at + 8 + group) & 63;
        }
        return octet(source, at + 8 + group) >> 4 | octet(source, at + 4 + group) >> 6 << 4;
    }
}
