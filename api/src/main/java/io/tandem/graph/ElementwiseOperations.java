package io.tandem.graph;

import io.tandem.op.BinaryOp;
import io.tandem.op.GluOp;
import io.tandem.op.Op;
import io.tandem.op.UnaryOp;

/** Builder methods of the element-wise operations. */
public sealed interface ElementwiseOperations permits GraphBuilder {
    /** Applies an operation to its operands. */
    Tensor apply(Op op, Tensor... operands);

    /** Applies {@link BinaryOp.Add}. */
    default Tensor add(Tensor a, Tensor b) {
        return apply(new BinaryOp.Add(), a, b);
    }

    /** Applies {@link BinaryOp.Sub}. */
    default Tensor sub(Tensor a, Tensor b) {
        return apply(new BinaryOp.Sub(), a, b);
    }

    /** Applies {@link BinaryOp.Mul}. */
    default Tensor mul(Tensor a, Tensor b) {
        return apply(new BinaryOp.Mul(), a, b);
    }

    /** Applies {@link BinaryOp.Div}. */
    default Tensor div(Tensor a, Tensor b) {
        return apply(new BinaryOp.Div(), a, b);
    }

    /** Applies {@link BinaryOp.Pow}. */
    default Tensor pow(Tensor a, Tensor b) {
        return apply(new BinaryOp.Pow(), a, b);
    }

    /** Applies {@link BinaryOp.Min}. */
    default Tensor min(Tensor a, Tensor b) {
        return apply(new BinaryOp.Min(), a, b);
    }

    /** Applies {@link BinaryOp.Max}. */
    default Tensor max(Tensor a, Tensor b) {
        return apply(new BinaryOp.Max(), a, b);
    }

    /** Applies {@link BinaryOp.Equal}. */
    default Tensor equal(Tensor a, Tensor b) {
        return apply(new BinaryOp.Equal(), a, b);
    }

    /** Applies {@link BinaryOp.NotEqual}. */
    default Tensor notEqual(Tensor a, Tensor b) {
        return apply(new BinaryOp.NotEqual(), a, b);
    }

    /** Applies {@link BinaryOp.Less}. */
    default Tensor less(Tensor a, Tensor b) {
        return apply(new BinaryOp.Less(), a, b);
    }

    /** Applies {@link BinaryOp.LessEqual}. */
    default Tensor lessEqual(Tensor a, Tensor b) {
        return apply(new BinaryOp.LessEqual(), a, b);
    }

    /** Applies {@link BinaryOp.Greater}. */
    default Tensor greater(Tensor a, Tensor b) {
        return apply(new BinaryOp.Greater(), a, b);
    }

    /** Applies {@link BinaryOp.GreaterEqual}. */
    default Tensor greaterEqual(Tensor a, Tensor b) {
        return apply(new BinaryOp.GreaterEqual(), a, b);
    }

    /** Applies {@link UnaryOp.Abs}. */
    default Tensor abs(Tensor x) {
        return apply(new UnaryOp.Abs(), x);
    }

    /** Applies {@link UnaryOp.Sgn}. */
    default Tensor sgn(Tensor x) {
        return apply(new UnaryOp.Sgn(), x);
    }

    /** Applies {@link UnaryOp.Neg}. */
    default Tensor neg(Tensor x) {
        return apply(new UnaryOp.Neg(), x);
    }

    /** Applies {@link UnaryOp.Step}. */
    default Tensor step(Tensor x) {
        return apply(new UnaryOp.Step(), x);
    }

    /** Applies {@link UnaryOp.Exp}. */
    default Tensor exp(Tensor x) {
        return apply(new UnaryOp.Exp(), x);
    }

    /** Applies {@link UnaryOp.Expm1}. */
    default Tensor expm1(Tensor x) {
        return apply(new UnaryOp.Expm1(), x);
    }

    /** Applies {@link UnaryOp.Log}. */
    default Tensor log(Tensor x) {
        return apply(new UnaryOp.Log(), x);
    }

    /** Applies {@link UnaryOp.Sqr}. */
    default Tensor sqr(Tensor x) {
        return apply(new UnaryOp.Sqr(), x);
    }

    /** Applies {@link UnaryOp.Sqrt}. */
    default Tensor sqrt(Tensor x) {
        return apply(new UnaryOp.Sqrt(), x);
    }

    /** Applies {@link UnaryOp.Sin}. */
    default Tensor sin(Tensor x) {
        return apply(new UnaryOp.Sin(), x);
    }

    /** Applies {@link UnaryOp.Cos}. */
    default Tensor cos(Tensor x) {
        return apply(new UnaryOp.Cos(), x);
    }

    /** Applies {@link UnaryOp.Erf}. */
    default Tensor erf(Tensor x) {
        return apply(new UnaryOp.Erf(), x);
    }

    /** Applies {@link UnaryOp.Reciprocal}. */
    default Tensor reciprocal(Tensor x) {
        return apply(new UnaryOp.Reciprocal(), x);
    }

    /** Applies {@link UnaryOp.Floor}. */
    default Tensor floor(Tensor x) {
        return apply(new UnaryOp.Floor(), x);
    }

    /** Applies {@link UnaryOp.Ceil}. */
    default Tensor ceil(Tensor x) {
        return apply(new UnaryOp.Ceil(), x);
    }

    /** Applies {@link UnaryOp.Round}. */
    default Tensor round(Tensor x) {
        return apply(new UnaryOp.Round(), x);
    }

    /** Applies {@link UnaryOp.Trunc}. */
    default Tensor trunc(Tensor x) {
        return apply(new UnaryOp.Trunc(), x);
    }

    /** Applies {@link UnaryOp.Tanh}. */
    default Tensor tanh(Tensor x) {
        return apply(new UnaryOp.Tanh(), x);
    }

    /** Applies {@link UnaryOp.Elu}. */
    default Tensor elu(Tensor x) {
        return apply(new UnaryOp.Elu(), x);
    }

    /** Applies {@link UnaryOp.Relu}. */
    default Tensor relu(Tensor x) {
        return apply(new UnaryOp.Relu(), x);
    }

    /** Applies {@link UnaryOp.Sigmoid}. */
    default Tensor sigmoid(Tensor x) {
        return apply(new UnaryOp.Sigmoid(), x);
    }

    /** Applies {@link UnaryOp.Gelu}. */
    default Tensor gelu(Tensor x) {
        return apply(new UnaryOp.Gelu(), x);
    }

    /** Applies {@link UnaryOp.GeluQuick}. */
    default Tensor geluQuick(Tensor x) {
        return apply(new UnaryOp.GeluQuick(), x);
    }

    /** Applies {@link UnaryOp.GeluErf}. */
    default Tensor geluErf(Tensor x) {
        return apply(new UnaryOp.GeluErf(), x);
    }

    /** Applies {@link UnaryOp.Silu}. */
    default Tensor silu(Tensor x) {
        return apply(new UnaryOp.Silu(), x);
    }

    /** Applies {@link UnaryOp.Hardswish}. */
    default Tensor hardswish(Tensor x) {
        return apply(new UnaryOp.Hardswish(), x);
    }

    /** Applies {@link UnaryOp.Hardsigmoid}. */
    default Tensor hardsigmoid(Tensor x) {
        return apply(new UnaryOp.Hardsigmoid(), x);
    }

    /** Applies {@link UnaryOp.Softplus}. */
    default Tensor softplus(Tensor x) {
        return apply(new UnaryOp.Softplus(), x);
    }

    /** Applies {@link UnaryOp.LeakyRelu}. */
    default Tensor leakyRelu(Tensor x, float slope) {
        return apply(new UnaryOp.LeakyRelu(slope), x);
    }

    /** Applies {@link UnaryOp.Scale}. */
    default Tensor scale(Tensor x, float factor) {
        return apply(new UnaryOp.Scale(factor, 0), x);
    }

    /** Applies {@link UnaryOp.Scale}. */
    default Tensor scale(Tensor x, float factor, float bias) {
        return apply(new UnaryOp.Scale(factor, bias), x);
    }

    /** Applies {@link UnaryOp.Clamp}. */
    default Tensor clamp(Tensor x, float lower, float upper) {
        return apply(new UnaryOp.Clamp(lower, upper), x);
    }

    /** Applies {@link GluOp.Reglu}. */
    default Tensor reglu(Tensor a, Tensor gate) {
        return apply(new GluOp.Reglu(false), a, gate);
    }

    /** Both halves in one operand: {@link GluOp.Reglu}. */
    default Tensor reglu(Tensor halves) {
        return apply(new GluOp.Reglu(false), halves);
    }

    /** Applies {@link GluOp.Geglu}. */
    default Tensor geglu(Tensor a, Tensor gate) {
        return apply(new GluOp.Geglu(false), a, gate);
    }

    /** Both halves in one operand: {@link GluOp.Geglu}. */
    default Tensor geglu(Tensor halves) {
        return apply(new GluOp.Geglu(false), halves);
    }

    /** Applies {@link GluOp.GegluErf}. */
    default Tensor gegluErf(Tensor a, Tensor gate) {
        return apply(new GluOp.GegluErf(false), a, gate);
    }

    /** Both halves in one operand: {@link GluOp.GegluErf}. */
    default Tensor gegluErf(Tensor halves) {
        return apply(new GluOp.GegluErf(false), halves);
    }

    /** Applies {@link GluOp.GegluQuick}. */
    default Tensor gegluQuick(Tensor a, Tensor gate) {
        return apply(new GluOp.GegluQuick(false), a, gate);
    }

    /** Both halves in one operand: {@link GluOp.GegluQuick}. */
    default Tensor gegluQuick(Tensor halves) {
        return apply(new GluOp.GegluQuick(false), halves);
    }

    /** Applies {@link GluOp.Swiglu}. */
    default Tensor swiglu(Tensor a, Tensor gate) {
        return apply(new GluOp.Swiglu(false), a, gate);
    }

    /** Both halves in one operand: {@link GluOp.Swiglu}. */
    default Tensor swiglu(Tensor halves) {
        return apply(new GluOp.Swiglu(false), halves);
    }

    /** Applies {@link GluOp.SwigluOai}. */
    default Tensor swigluOai(Tensor a, Tensor gate, float alpha, float limit) {
        return apply(new GluOp.SwigluOai(false, alpha, limit), a, gate);
    }
}
