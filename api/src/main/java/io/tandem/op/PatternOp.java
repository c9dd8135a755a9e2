package io.tandem.op;

import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import io.tandem.tensor.TensorLayout;
import java.util.List;

/** Operations whose result follows a pattern. */
public sealed interface PatternOp extends Op {
    /** {@code value} everywhere, in the type and shape of a float operand, which is not read. */
    record Fill(float value) implements PatternOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            return Rules.packed(Rules.singleFloat(inputs));
        }

        @Override
        public boolean mayOverwrite(int index) {
            return true;
        }
    }

    /** start, start + step, start + 2 step and so on, as long as that is before {@code stop}: f32, without an operand. */
    record Arange(float start, float stop, float step) implements PatternOp {
        /** Refuses steps that lead nowhere. */
        public Arange {
            Rules.require(
                    Float.isFinite(start) && Float.isFinite(stop) && Float.isFinite(step) && step != 0,
                    "start " + start + ", stop " + stop + " and step " + step
                            + " must be finite and the step not zero");
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            Rules.count(inputs, 0, 0);
            double count = Math.ceil((stop - start) / step);
            Rules.require(count < Integer.MAX_VALUE, count + " elements are too many");
            return TensorLayout.of(DType.F32, Shape.of(Math.max(0, (long) count)));
        }
    }

    /** Which elements {@link Tri} keeps. */
    enum Triangle {
        /** Those below the diagonal: the column is less than the row. */
        LOWER,
        /** Those on and below the diagonal. */
        LOWER_DIAG,
        /** Those above the diagonal: the column is greater than the row. */
        UPPER,
        /** Those on and above the diagonal. */
        UPPER_DIAG
    }

    /** The elements of matrices [n, m, ..] in a triangle, zeros elsewhere. A float operand; the result's type and shape are its. */
    record Tri(Triangle triangle) implements PatternOp {
        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            return Rules.packed(Rules.singleFloat(inputs));
        }

        @Override
        public boolean mayOverwrite(int index) {
            return true;
        }
    }

    /**
     * Sines and cosines of time steps (Vaswani et al. 2017, as diffusion models use them): steps, a float [n], become f32
     * [dimension, n]. With h = dimension / 2, rounded down, and frequencies w = maxPeriod^(−i / h), element i of the first h
     * is cos(w · step), element h + i is sin(w · step), and the last one of an odd dimension is 0.
     */
    record TimestepEmbedding(int dimension, int maxPeriod) implements PatternOp {
        /** Refuses no dimensions and no period. */
        public TimestepEmbedding {
            Rules.require(
                    dimension > 0 && maxPeriod > 0,
                    "dimension " + dimension + " and period " + maxPeriod + " must be positive");
        }

        @Override
        public TensorLayout infer(List<TensorLayout> inputs) {
            TensorLayout steps = Rules.singleFloat(inputs);
            Rules.requireRank(steps, 0, 1);
            return TensorLayout.of(DType.F32, Shape.of(dimension, steps.shape().d0()));
        }
    }
}
