package io.tandem.op;

import io.tandem.tensor.TensorLayout;
import java.util.List;

/**
 * Operations that map each element by itself. One float operand of any strides; the result has its type and shape.
 */
public sealed interface UnaryOp extends Op {
    @Override
    default TensorLayout infer(List<TensorLayout> inputs) {
        return Rules.packed(Rules.singleFloat(inputs));
    }

    @Override
    default boolean mayOverwrite(int index) {
        return index == 0;
    }

    /** |x|. */
    record Abs() implements UnaryOp {}

    /** −1, 0 or 1, the sign of x. */
    record Sgn() implements UnaryOp {}

    /** −x. */
    record Neg() implements UnaryOp {}

    /** 1 where x > 0, else 0. */
    record Step() implements UnaryOp {}

    /** eˣ. */
    record Exp() implements UnaryOp {}

    /** eˣ − 1. */
    record Expm1() implements UnaryOp {}

    /** The natural logarithm. */
    record Log() implements UnaryOp {}

    /** x². */
    record Sqr() implements UnaryOp {}

    /** √x. */
    record Sqrt() implements UnaryOp {}

    /** sin x, in radians. */
    record Sin() implements UnaryOp {}

    /** cos x, in radians. */
    record Cos() implements UnaryOp {}

    /** The error function. */
    record Erf() implements UnaryOp {}

    /** 1 / x. */
    record Reciprocal() implements UnaryOp {}

    /** The largest integer not above x. */
    record Floor() implements UnaryOp {}

    /** The smallest integer not below x. */
    record Ceil() implements UnaryOp {}

    /** The nearest integer, halves away from zero. */
    record Round() implements UnaryOp {}

    /** The integer part. */
    record Trunc() implements UnaryOp {}

    /** The hyperbolic tangent. */
    record Tanh() implements UnaryOp {}

    /** x where x > 0, else eˣ − 1. */
    record Elu() implements UnaryOp {}

    /** max(x, 0). */
    record Relu() implements UnaryOp {}

    /** x where x > 0, else slope · x. */
    record LeakyRelu(float slope) implements UnaryOp {}

    /** 1 / (1 + e⁻ˣ). */
    record Sigmoid() implements UnaryOp {}

    /** x/2 · (1 + tanh(√(2/π) · x · (1 + 0.044715 x²))), Hendrycks and Gimpel 2016. */
    record Gelu() implements UnaryOp {}

    /** x · sigmoid(1.702 x). */
    record GeluQuick() implements UnaryOp {}

    /** x/2 · (1 + erf(x / √2)). */
    record GeluErf() implements UnaryOp {}

    /** x · sigmoid(x). */
    record Silu() implements UnaryOp {}

    /** x · min(1, max(0, (x + 3) / 6)). */
    record Hardswish() implements UnaryOp {}

    /** min(1, max(0, (x + 3) / 6)). */
    record Hardsigmoid() implements UnaryOp {}

    /** log(1 + eˣ), and x where x > 20. */
    record Softplus() implements UnaryOp {}

    /** factor · x + bias. */
    record Scale(float factor, float bias) implements UnaryOp {}

    /** min(max(x, lower), upper). */
    record Clamp(float lower, float upper) implements UnaryOp {
        /** Refuses an empty interval. */
        public Clamp {
            Rules.require(lower <= upper, "lower bound " + lower + " is not at most upper bound " + upper);
        }
    }
}
