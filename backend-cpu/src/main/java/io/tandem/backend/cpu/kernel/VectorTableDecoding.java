package io.tandem.backend.cpu.kernel;

import static io.tandem.backend.cpu.kernel.Lanes.COUNT;
import static io.tandem.backend.cpu.kernel.Lanes.FLOATS;
import static io.tandem.backend.cpu.kernel.Lanes.ORDER;
import static io.tandem.backend.cpu.kernel.Memory.ALL;
import static io.tandem.backend.cpu.kernel.Memory.BYTE;
import static jdk.incubator.vector.VectorOperators.B2F;
import static jdk.incubator.vector.VectorOperators.LSHR;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/** Decodes blocks of indices into a table of 16 values, where {@link Lanes#BLOCKS_FIT}: the table is one vector of bytes. */
final class VectorTableDecoding {
    private static final VectorSpecies<Byte> TABLE = ByteVector.SPECIES_128;

    private static final byte[] UNEVEN = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
    private static final byte[] DOUBLED_E2M1 = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

    private VectorTableDecoding() {}

    static void iq4nl(long source, long target, int count) {
        ByteVector table = ByteVector.fromArray(TABLE, UNEVEN, 0);
        for (int group = 0; group < count / 32; group++) {
            long from = source + 18L * group;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from));
            decode(table, from + 2, scale, target + 128L * group);
        }
    }

    static void iq4xs(long source, long target, int count) {
        ByteVector table = ByteVector.fromArray(TABLE, UNEVEN, 0);
        for (int group = 0; group < count / 32; group++) {
            long from = source + 136L * (group / 8);
            int place = group % 8;
            int lower = ALL.get(BYTE, from + 4 + place / 2) >> (place % 2 * 4) & 15;
            int upper = ALL.get(Memory.SHORT, from + 2) >> (2 * place) & 3;
            float scale = Float.float16ToFloat(ALL.get(Memory.SHORT, from)) * ((lower | upper << 4) - 32);
            decode(table, from + 8 + 16L * place, scale, target + 128L * group);
        }
    }

    static void mxfp4(long source, long target, int count) {
        ByteVector table = ByteVector.fromArray(TABLE, DOUBLED_E2M1, 0);
        for (int group = 0; group < count / 32; group++) {
            long from = source + 17L * group;
            int exponent = ALL.get(BYTE, from) & 0xFF;
            float scale = Float.intBitsToFloat(exponent < 2 ? 0x00200000 << exponent : (exponent - 1) << 23);
            decode(table, from + 1, scale, target + 128L * group);
        }
    }

    private static void decode(ByteVector table, long quants, float scale, long target) {
        ByteVector pairs = ByteVector.fromMemorySegment(TABLE, ALL, quants, ORDER);
        ShortVector wide = pairs.reinterpretAsShorts().lanewise(LSHR, 4);
        ByteVector low = pairs.and((byte) 15).selectFrom(table);
        ByteVector high = wide.reinterpretAsBytes().and((byte) 15).selectFrom(table);
        for (int i = 0; i < 16; i += COUNT) {
            ((FloatVector) low.convertShape(B2F, FLOATS, i / COUNT))
                    .mul(scale)
                    .intoMemorySegment(ALL, target + (long) Float.BYTES * i, ORDER);
            ((FloatVector) high.convertShape(B2F, FLOATS, i / COUNT))
                    .mul(scale)
                    .intoMemorySegment(ALL, target + (long) Float.BYTES * (16 + i), ORDER);
        }
    }
}
