package io.tandem.testkit.fuzz;

import io.tandem.graph.Node;
import io.tandem.graph.Tensor;
import io.tandem.op.NormOp;
import io.tandem.tensor.DType;
import java.lang.foreign.MemorySegment;

/**
 * Whether a result is as near to the reference as its types allow. Errors are relative to the size of the result or, where
 * its terms cancel, to a thousandth of the operands.
 */
final class Closeness {
    private static final double CANCELLED = 1e-3;

    private Closeness() {}

    /** Throws an AssertionError that names the node if {@code actual} is not near {@code right}. */
    static void check(Node node, Contents contents, MemorySegment right, MemorySegment actual) {
        DType type = node.output().type();
        if (!type.isFloat()) {
            if (right.mismatch(actual) >= 0) {
                throw new AssertionError(describe(node) + " differs from byte " + right.mismatch(actual) + " on");
            }
            return;
        }
        float[] expected = decode(type, right);
        float[] result = decode(type, actual);
        double error = 0;
        double size = 0;
        for (int i = 0; i < expected.length; i++) {
            if (Float.isFinite(expected[i]) && Float.isFinite(result[i])) {
                double difference = (double) expected[i] - result[i];
                error += difference * difference;
                size += (double) expected[i] * expected[i];
            } else if (Float.compare(expected[i], result[i]) != 0) {
                throw new AssertionError(
                        describe(node) + ": element " + i + " is " + result[i] + " instead of " + expected[i]);
            }
        }
        double smallest = CANCELLED * largestOperand(node, contents);
        double relative = error / Math.max(size, Math.max(1e-30, expected.length * smallest * smallest));
        if (!(relative <= bound(node))) {
            throw new AssertionError(describe(node) + ": the squared error is " + relative
                    + " of the result's size, not " + bound(node) + "; " + worst(expected, result));
        }
    }

    private static double bound(Node node) {
        double bound = switch (node.output().type()) {
            case F16 -> 1e-5;
            case BF16 -> 1e-4;
            default -> 1e-6;
        };
        boolean quantized =
                node.inputs().stream().anyMatch(input -> input.type().isQuantized());
        boolean cancels = node.op() instanceof NormOp;
        return Math.max(bound, quantized ? 5e-4 : cancels ? 1e-3 : 0);
    }

    private static double largestOperand(Node node, Contents contents) {
        double largest = 0;
        for (Tensor input : node.inputs()) {
            if (input.type().isFloat() || input.type().isQuantized()) {
                for (float value : decode(input.storage().type(), contents.of(input))) {
                    largest = Float.isFinite(value) ? Math.max(largest, Math.abs(value)) : largest;
                }
            }
        }
        return largest;
    }

    static float[] decode(DType type, MemorySegment bytes) {
        long blocks = bytes.byteSize() / type.blockBytes();
        float[] values = new float[Math.toIntExact(blocks * type.blockLength())];
        type.codec().decode(bytes, 0, values, 0, values.length);
        return values;
    }

    private static String worst(float[] expected, float[] result) {
        int worst = 0;
        for (int i = 0; i < expected.length; i++) {
            if (Math.abs((double) expected[i] - result[i]) > Math.abs((double) expected[worst] - result[worst])) {
                worst = i;
            }
        }
        return "element " + worst + " is " + result[worst] + " instead of " + expected[worst];
    }

    private static String describe(Node node) {
        StringBuilder text = new StringBuilder(node.output().toString())
                .append(" = ")
                .append(node)
                .append(" as ")
                .append(node.op());
        node.inputs().forEach(input -> text.append(", ").append(input.strides()));
        return text.toString();
    }
}
