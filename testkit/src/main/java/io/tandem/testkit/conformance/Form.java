package io.tandem.testkit.conformance;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import java.util.ArrayList;
import java.util.List;

/** How the memory of an operand lies. */
enum Form {
    /** Without gaps. */
    CONTIGUOUS,
    /** A part of something larger: it starts inside a row, at an odd element, and there are gaps between rows. */
    SLICED,
    /** Dimensions 1 and 2 exchanged: rows are whole, their order is not. */
    PERMUTED,
    /** Dimensions 0 and 1 exchanged: neighbours in a row are far apart. Not for block types. */
    TRANSPOSED,
    /** Every row is the same memory. */
    REPEATED;

    /** The forms that an operand of a type may have. */
    static List<Form> of(DType type) {
        List<Form> forms = new ArrayList<>(List.of(values()));
        if (type.isQuantized()) {
            forms.remove(TRANSPOSED);
        }
        return forms;
    }

    /** The shape of the whole tensor of which one of shape {@code wanted} is a view. */
    Shape whole(DType type, Shape wanted) {
        return switch (this) {
            case CONTIGUOUS -> wanted;
            case SLICED ->
                new Shape(wanted.d0() + 3L * type.blockLength(), wanted.d1() + 2, wanted.d2() + 1, wanted.d3());
            case PERMUTED -> new Shape(wanted.d0(), wanted.d2(), wanted.d1(), wanted.d3());
            case TRANSPOSED -> new Shape(wanted.d1(), wanted.d0(), wanted.d2(), wanted.d3());
            case REPEATED -> wanted.with(1, Math.min(1, wanted.d1()));
        };
    }

    /** The view of shape {@code wanted} of a tensor of the {@linkplain #whole whole} shape. */
    Tensor view(GraphBuilder graph, Tensor whole, Shape wanted) {
        return switch (this) {
            case CONTIGUOUS -> whole;
            case SLICED -> graph.slice(whole, new Shape(whole.type().blockLength(), 1, 1, 0), wanted);
            case PERMUTED -> graph.permute(whole, 0, 2, 1, 3);
            case TRANSPOSED -> graph.transpose(whole);
            case REPEATED -> {
                Strides strides = whole.strides();
                yield graph.view(whole, wanted, new Strides(strides.s0(), 0, strides.s2(), strides.s3()), 0);
            }
        };
    }
}
