package io.tandem.backend.cpu.kernel;

/** What {@link ElementKernels#unary} computes of each element; p and q are the call's parameters. */
public enum UnaryFunction {
    /** |x|. */
    ABS,
    /** The sign of x: −1, 0 or 1. */
    SGN,
    /** −x. */
    NEG,
    /** 1 where x > 0, else 0. */
    STEP,
    /** eˣ. */
    EXP,
    /** eˣ − 1. */
    EXPM1,
    /** ln x. */
    LOG,
    /** x². */
    SQR,
    /** √x. */
    SQRT,
    /** sin x. */
    SIN,
    /** cos x. */
    COS,
    /** The error function. */
    ERF,
    /** 1 / x. */
    RECIPROCAL,
    /** Rounds down. */
    FLOOR,
    /** Rounds up. */
    CEIL,
    /** Rounds to nearest, halves away from zero. */
    ROUND,
    /** Rounds towards zero. */
    TRUNC,
    /** tanh x. */
    TANH,
    /** x where x > 0, else eˣ − 1. */
    ELU,
    /** max(x, 0). */
    RELU,
    /** x where x > 0, else p·x. */
    LEAKY_RELU,
    /** 1 / (1 + e⁻ˣ). */
    SIGMOID,
    /** The tanh formula of GELU. */
    GELU,
    /** x · sigmoid(1.702 x). */
    GELU_QUICK,
    /** x/2 · (1 + erf(x / √2)). */
    GELU_ERF,
    /** x · sigmoid(x). */
    SILU,
    /** x · min(1, max(0, (x + 3) / 6)). */
    HARDSWISH,
    /** min(1, max(0, (x + 3) / 6)). */
    HARDSIGMOID,
    /** ln(1 + eˣ). */
    SOFTPLUS,
    /** p·x + q. */
    SCALE,
    /** min(max(x, p), q). */
    CLAMP
}
