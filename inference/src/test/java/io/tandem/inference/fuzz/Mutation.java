package io.tandem.inference.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;

/** Damages files the way that bad disks, bad programs and bad people do. */
final class Mutation {
    /** How many mutants are made: all of them with -Dtandem.long=true, a tenth in the normal run. */
    static final int ROUNDS = Boolean.getBoolean("tandem.long") ? 10_000 : 1_000;

    private static final byte[] EXTREMES = {0, 1, 0x7f, (byte) 0x80, (byte) 0xff, 8, 0x20};

    private final Random random;

    Mutation(long seed) {
        this.random = new Random(seed);
    }

    /** A file with one to four changes; {@code other} lends pieces. */
    byte[] of(byte[] file, byte[] other) {
        byte[] mutant = file.clone();
        for (int change = random.nextInt(4); change >= 0; change--) {
            mutant = changed(mutant, other);
        }
        return mutant;
    }

    private byte[] changed(byte[] file, byte[] other) {
        if (file.length == 0) {
            return other.clone();
        }
        int at = random.nextInt(file.length);
        return switch (random.nextInt(9)) {
            case 0 -> set(file, at, (byte) random.nextInt(256));
            case 1 -> set(file, at, (byte) (file[at] ^ 1 << random.nextInt(8)));
            case 2 -> set(file, at, EXTREMES[random.nextInt(EXTREMES.length)]);
            case 3 -> Arrays.copyOf(file, at);
            case 4 -> replaced(file, at, length(file, at), new byte[0]);
            case 5 -> replaced(file, at, 0, piece(file));
            case 6 -> replaced(file, at, length(file, at), piece(other));
            case 7 -> replaced(file, at, Math.min(1, file.length - at), varint());
            default -> set(file, at, (byte) (file[at] + (random.nextBoolean() ? 1 : -1)));
        };
    }

    private int length(byte[] file, int at) {
        return random.nextInt(Math.min(64, file.length - at)) + 1;
    }

    private byte[] piece(byte[] file) {
        if (file.length == 0) {
            return file;
        }
        int from = random.nextInt(file.length);
        return Arrays.copyOfRange(file, from, from + length(file, from));
    }

    /** A number of any size, as Protocol Buffers write it: those of sizes, lengths and parameters. */
    private byte[] varint() {
        long value = random.nextLong() >>> random.nextInt(64);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        while ((value & ~0x7FL) != 0) {
            out.write((int) ((value & 0x7F) | 0x80));
            value >>>= 7;
        }
        out.write((int) value);
        return out.toByteArray();
    }

    private static byte[] set(byte[] file, int at, byte value) {
        byte[] changed = file.clone();
        changed[at] = value;
        return changed;
    }

    private static byte[] replaced(byte[] file, int at, int length, byte[] piece) {
        byte[] changed = new byte[file.length - length + piece.length];
        System.arraycopy(file, 0, changed, 0, at);
        System.arraycopy(piece, 0, changed, at, piece.length);
        System.arraycopy(file, at + length, changed, at + piece.length, file.length - at - length);
        return changed;
    }
}
