package io.tandem.backend.cpu.kernel;

/** Functions of single f32 elements over rows without gaps. A target may be the very row of a source. */
public interface ElementKernels {
    /** target[i] = function(source[i]); the function's parameters are p and q. */
    void unary(UnaryFunction function, float p, float q, long source, long target, int count);

    /** target[i] = function(left[i], right[i]). */
    void binary(BinaryFunction function, long left, long right, long target, int count);

    /** target[i] = function(left[i], right). */
    void binaryScalar(BinaryFunction function, long left, float right, long target, int count);
}
