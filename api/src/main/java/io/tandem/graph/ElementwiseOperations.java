package io.tandem.graph;

import io.tandem.op.BinaryOp;
import io.tandem.op.GluOp;
import io.tandem.op.Op;
import io.tandem.op.UnaryOp;

/** Builder methods of the element-wise operations. */
public sealed interface ElementwiseOperations permits GraphBuilder {
    /** Applies an operation to its operands. */
    Tensor apply(Op op, Tensor... operands);

    /** @see BinaryOp.Add */
    default Tensor add(Tensor a, Tensor b) {
        return apply(new BinaryOp.Add(), a, b);
    }

    /** @see BinaryOp.Sub */
    default Tensor sub(Tensor a, Tensor b) {
        return apply(new BinaryOp.Sub(), a, b);
    }

    /** @see BinaryOp.Mul */
    default Tensor mul(Tensor a, Tensor b) {
        return apply(new BinaryOp.Mul(), a, b);
    }

    /** @see BinaryOp.Div */
    default Tensor div(Tensor a, Tensor b) {
        return apply(new BinaryOp.Div(), a, b);
    }

    /** @see BinaryOp.Pow */
    default Tensor pow(Tensor a, Tensor b) {
        return apply(new BinaryOp.Pow(), a, b);
    }

    /** @see BinaryOp.Min */
    default Tensor min(Tensor a, Tensor b) {
        return apply(new BinaryOp.Min(), a, b);
    }

    /** @see BinaryOp.Max */
    default Tensor max(Tensor a, Tensor b) {
        return apply(new BinaryOp.Max(), a, b);
    }

    /** @see UnaryOp.Abs */
    default Tensor abs(Tensor x) {
        return apply(new UnaryOp.Abs(), x);
    }

    /** @see UnaryOp.Sgn */
    default Tensor sgn(Tensor x) {
        return apply(new UnaryOp.Sgn(), x);
    }

    /** @see UnaryOp.Neg */
    default Tensor neg(Tensor x) {
        return apply(new UnaryOp.Neg(), x);
    }

    /** @see UnaryOp.Step */
    default Tensor step(Tensor x) {
        return apply(new UnaryOp.Step(), x);
    }

    /** @see UnaryOp.Exp */
    default Tensor exp(Tensor x) {
        return apply(new UnaryOp.Exp(), x);
    }

    /** @see UnaryOp.Expm1 */
    default Tensor expm1(Tensor x) {
        return apply(new UnaryOp.Expm1(), x);
    }

    /** @see UnaryOp.Log */
    default Tensor log(Tensor x) {
        return apply(new UnaryOp.Log(), x);
    }

    /** @see UnaryOp.Sqr */
    default Tensor sqr(Tensor x) {
        return apply(new UnaryOp.Sqr(), x);
    }

    /** @see UnaryOp.Sqrt */
    default Tensor sqrt(Tensor x) {
        return apply(new UnaryOp.Sqrt(), x);
    }

    /** @see UnaryOp.Sin */
    default Tensor sin(Tensor x) {
        return apply(new UnaryOp.Sin(), x);
    }

    /** @see UnaryOp.Cos */
    default Tensor cos(Tensor x) {
        return apply(new UnaryOp.Cos(), x);
    }

    /** @see UnaryOp.Erf */
    default Tensor erf(Tensor x) {
        return apply(new UnaryOp.Erf(), x);
    }

    /** @see UnaryOp.Reciprocal */
    default Tensor reciprocal(Tensor x) {
        return apply(new UnaryOp.Reciprocal(), x);
    }

    /** @see UnaryOp.Floor */
    default Tensor floor(Tensor x) {
        return apply(new UnaryOp.Floor(), x);
    }

    /** @see UnaryOp.Ceil */
    default Tensor ceil(Tensor x) {
        return apply(new UnaryOp.Ceil(), x);
    }

    /** @see UnaryOp.Round */
    default Tensor round(Tensor x) {
        return apply(new UnaryOp.Round(), x);
    }

    /** @see UnaryOp.Trunc */
    default Tensor trunc(Tensor x) {
        return apply(new UnaryOp.Trunc(), x);
    }

    /** @see UnaryOp.Tanh */
    default Tensor tanh(Tensor x) {
        return apply(new UnaryOp.Tanh(), x);
    }

    /** @see UnaryOp.Elu */
    default Tensor elu(Tensor x) {
        return apply(new UnaryOp.Elu(), x);
    }

    /** @see UnaryOp.Relu */
    default Tensor relu(Tensor x) {
        return apply(new UnaryOp.Relu(), x);
    }

    /** @see UnaryOp.Sigmoid */
    default Tensor sigmoid(Tensor x) {
        return apply(new UnaryOp.Sigmoid(), x);
    }

    /** @see UnaryOp.Gelu */
    default Tensor gelu(Tensor x) {
        return apply(new UnaryOp.Gelu(), x);
    }

    /** @see UnaryOp.GeluQuick */
    default Tensor geluQuick(Tensor x) {
        return apply(new UnaryOp.GeluQuick(), x);
    }

    /** @see UnaryOp.GeluErf */
    default Tensor geluErf(Tensor x) {
        return apply(new UnaryOp.GeluErf(), x);
    }

    /** @see UnaryOp.Silu */
    default Tensor silu(Tensor x) {
        return apply(new UnaryOp.Silu(), x);
    }

    /** @see UnaryOp.Hardswish */
    default Tensor hardswish(Tensor x) {
        return apply(new UnaryOp.Hardswish(), x);
    }

    /** @see UnaryOp.Hardsigmoid */
    default Tensor hardsigmoid(Tensor x) {
        return apply(new UnaryOp.Hardsigmoid(), x);
    }

    /** @see UnaryOp.Softplus */
    default Tensor softplus(Tensor x) {
        return apply(new UnaryOp.Softplus(), x);
    }

    /** @see UnaryOp.LeakyRelu */
    default Tensor leakyRelu(Tensor x, float slope) {
        return apply(new UnaryOp.LeakyRelu(slope), x);
    }

    /** @see UnaryOp.Scale */
    default Tensor scale(Tensor x, float factor) {
        return apply(new UnaryOp.Scale(factor, 0), x);
    }

    /** @see UnaryOp.Scale */
    default Tensor scale(Tensor x, float factor, float bias) {
        return apply(new UnaryOp.Scale(factor, bias), x);
    }

    /** @see UnaryOp.Clamp */
    default Tensor clamp(Tensor x, float lower, float upper) {
        return apply(new UnaryOp.Clamp(lower, upper), x);
    }

    /** @see GluOp.Reglu */
    default Tensor reglu(Tensor a, Tensor gate) {
        return apply(new GluOp.Reglu(false), a, gate);
    }

    /** Both halves in one operand. @see GluOp.Reglu */
    default Tensor reglu(Tensor halves) {
        return apply(new GluOp.Reglu(false), halves);
    }

    /** @see GluOp.Geglu */
    default Tensor geglu(Tensor a, Tensor gate) {
        return apply(new GluOp.Geglu(false), a, gate);
    }

    /** Both halves in one operand. @see GluOp.Geglu */
    default Tensor geglu(Tensor halves) {
        return apply(new GluOp.Geglu(false), halves);
    }

    /** @see GluOp.GegluErf */
    default Tensor gegluErf(Tensor a, Tensor gate) {
        return apply(new GluOp.GegluErf(false), a, gate);
    }

    /** Both halves in one operand. @see GluOp.GegluErf */
    default Tensor gegluErf(Tensor halves) {
        return apply(new GluOp.GegluErf(false), halves);
    }

    /** @see GluOp.GegluQuick */
    default Tensor gegluQuick(Tensor a, Tensor gate) {
        return apply(new GluOp.GegluQuick(false), a, gate);
    }

    /** Both halves in one operand. @see GluOp.GegluQuick */
    default Tensor gegluQuick(Tensor halves) {
        return apply(new GluOp.GegluQuick(false), halves);
    }

    /** @see GluOp.Swiglu */
    default Tensor swiglu(Tensor a, Tensor gate) {
        return apply(new GluOp.Swiglu(false), a, gate);
    }

    /** Both halves in one operand. @see GluOp.Swiglu */
    default Tensor swiglu(Tensor halves) {
        return apply(new GluOp.Swiglu(false), halves);
    }
}
