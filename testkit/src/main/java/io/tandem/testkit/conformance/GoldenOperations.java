package io.tandem.testkit.conformance;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.op.AttentionOp;
import io.tandem.op.BinaryOp;
import io.tandem.op.ConvolutionOp;
import io.tandem.op.GluOp;
import io.tandem.op.LayoutOp;
import io.tandem.op.MatrixOp;
import io.tandem.op.NormOp;
import io.tandem.op.Op;
import io.tandem.op.PatchOp;
import io.tandem.op.PatternOp;
import io.tandem.op.ReductionOp;
import io.tandem.op.ReductionOp.SortOrder;
import io.tandem.op.RowOp;
import io.tandem.op.UnaryOp;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** How ggml's operations and parameters are written here: an operation that is not in the table is left out. */
final class GoldenOperations {
    private static final Map<String, Function<GoldenCase, Op>> OPERATIONS = operations();

    private GoldenOperations() {}

    /** Applies an operation to its operands. */
    interface Applied {
        Tensor apply(GraphBuilder graph, List<Tensor> operands);
    }

    /** What a case applies, if the operation exists. ggml takes the kernel of IM2COL for its shape alone. */
    static Optional<Applied> find(GoldenCase golden) {
        Function<GoldenCase, Op> operation = OPERATIONS.get(describe(golden));
        if (operation == null) {
            return Optional.empty();
        }
        Op op = operation.apply(golden);
        int unused = op instanceof ConvolutionOp.Im2col ? 1 : 0;
        return Optional.of((graph, operands) ->
                graph.apply(op, operands.stream().skip(unused).toArray(Tensor[]::new)));
    }

    /** The operation as the table knows it: variants that take other operands have names of their own. */
    static String describe(GoldenCase golden) {
        return switch (golden.operation()) {
            case "GLU" -> golden.text("glu_op").toUpperCase(Locale.ROOT);
            default -> golden.operation();
        };
    }

    private static Map<String, Function<GoldenCase, Op>> operations() {
        Map<String, Function<GoldenCase, Op>> table = new HashMap<>();
        plain().forEach(op -> table.put(op.name(), golden -> op));
        table.put("SCALE", golden -> new UnaryOp.Scale(golden.number("s"), golden.number("b")));
        table.put("CLAMP", golden -> new UnaryOp.Clamp(golden.number("min"), golden.number("max")));
        table.put("LEAKY_RELU", golden -> new UnaryOp.LeakyRelu(golden.number("negative_slope")));
        table.put("NORM", golden -> new NormOp.Norm(golden.number("eps")));
        table.put("RMS_NORM", golden -> new NormOp.RmsNorm(golden.number("eps")));
        table.put("L2_NORM", golden -> new NormOp.L2Norm(golden.number("eps")));
        table.put("REGLU", golden -> new GluOp.Reglu(swapped(golden)));
        table.put("GEGLU", golden -> new GluOp.Geglu(swapped(golden)));
        table.put("GEGLU_ERF", golden -> new GluOp.GegluErf(swapped(golden)));
        table.put("GEGLU_QUICK", golden -> new GluOp.GegluQuick(swapped(golden)));
        table.put("SWIGLU", golden -> new GluOp.Swiglu(swapped(golden)));
        table.put(
                "SWIGLU_OAI",
                golden -> new GluOp.SwigluOai(swapped(golden), golden.number("alpha"), golden.number("limit")));
        table.put(
                "ARGSORT",
                golden -> new ReductionOp.Argsort(
                        golden.text("order").equals("asc") ? SortOrder.ASCENDING : SortOrder.DESCENDING));
        table.put("TOP_K", golden -> new ReductionOp.TopK(golden.integer("k")));
        table.put("GROUP_NORM", golden -> new NormOp.GroupNorm(golden.integer("n_groups"), golden.number("eps")));
        table.put("FILL", golden -> new PatternOp.Fill(golden.number("c")));
        table.put(
                "ARANGE",
                golden -> new PatternOp.Arange(golden.number("start"), golden.number("stop"), golden.number("step")));
        table.put(
                "TRI",
                golden -> new PatternOp.Tri(
                        PatternOp.Triangle.valueOf(golden.text("tri_type").toUpperCase(Locale.ROOT))));
        table.put(
                "SET",
                golden -> new PatchOp.Set(
                        golden.integer("nb1"), golden.integer("nb2"), golden.integer("nb3"), golden.integer("offset")));
        table.put(
                "ACC",
                golden -> new PatchOp.Acc(
                        golden.integer("nb1"), golden.integer("nb2"), golden.integer("nb3"), golden.integer("offset")));
        table.put("PAD", golden -> new LayoutOp.Pad(shape(golden, "lp"), shape(golden, "rp")));
        table.put("PAD_REFLECT_1D", golden -> new LayoutOp.PadReflect1d(golden.integer("p0"), golden.integer("p1")));
        table.put("ROLL", golden -> {
            long[] shift = GoldenCase.numbers(golden.text("shift"));
            return new LayoutOp.Roll((int) shift[0], (int) shift[1], (int) shift[2], (int) shift[3]);
        });
        table.put(
                "TIMESTEP_EMBEDDING",
                golden -> new PatternOp.TimestepEmbedding(golden.integer("dim"), golden.integer("max_period")));
        table.put("CONCAT", golden -> new LayoutOp.Concat(golden.integer("dim")));
        table.put("REPEAT", golden -> new LayoutOp.Repeat(shape(golden, "ne")));
        table.put(
                "CPY",
                golden -> new LayoutOp.Cpy(DType.valueOf(golden.text("dst_type").toUpperCase(Locale.ROOT))));
        table.put("SOFT_MAX", GoldenOperations::softMax);
        table.put("FLASH_ATTN_EXT", GoldenOperations::flashAttention);
        table.put("DIAG_MASK_ZERO", golden -> new AttentionOp.DiagMaskZero(golden.integer("n_past")));
        table.put("DIAG_MASK_INF", golden -> new AttentionOp.DiagMaskInf(golden.integer("n_past")));
        table.put("ROPE", GoldenOperations::rope);
        table.putAll(GoldenConvolutions.operations());
        return table;
    }

    private static List<Op> plain() {
        return List.of(
                new UnaryOp.Abs(),
                new UnaryOp.Sgn(),
                new UnaryOp.Neg(),
                new UnaryOp.Step(),
                new UnaryOp.Exp(),
                new UnaryOp.Expm1(),
                new UnaryOp.Log(),
                new UnaryOp.Sqr(),
                new UnaryOp.Sqrt(),
                new UnaryOp.Sin(),
                new UnaryOp.Cos(),
                new UnaryOp.Floor(),
                new UnaryOp.Ceil(),
                new UnaryOp.Round(),
                new UnaryOp.Trunc(),
                new UnaryOp.Tanh(),
                new UnaryOp.Elu(),
                new UnaryOp.Relu(),
                new UnaryOp.Sigmoid(),
                new UnaryOp.Gelu(),
                new UnaryOp.GeluQuick(),
                new UnaryOp.GeluErf(),
                new UnaryOp.Silu(),
                new UnaryOp.Hardswish(),
                new UnaryOp.Hardsigmoid(),
                new UnaryOp.Softplus(),
                new BinaryOp.Add(),
                new BinaryOp.Sub(),
                new BinaryOp.Mul(),
                new BinaryOp.Div(),
                new ReductionOp.Sum(),
                new ReductionOp.SumRows(),
                new ReductionOp.Mean(),
                new ReductionOp.Argmax(),
                new ReductionOp.Cumsum(),
                new ReductionOp.CountEqual(),
                new MatrixOp.MulMat(),
                new MatrixOp.MulMatId(),
                new MatrixOp.OutProd(),
                new LayoutOp.Cont(),
                new RowOp.GetRows(),
                new RowOp.SetRows(),
                new RowOp.AddId(),
                new LayoutOp.Diag());
    }

    private static Shape shape(GoldenCase golden, String parameter) {
        return Shape.of(GoldenCase.numbers(golden.text(parameter)));
    }

    private static boolean swapped(GoldenCase golden) {
        return Boolean.parseBoolean(golden.parameters().get("swapped"));
    }

    private static Op softMax(GoldenCase golden) {
        boolean sinks = golden.inputs().containsKey("sinks");
        return new AttentionOp.SoftMax(golden.number("scale"), golden.number("max_bias"), sinks);
    }

    private static Op flashAttention(GoldenCase golden) {
        return new AttentionOp.FlashAttnExt(
                golden.number("scale"), golden.number("max_bias"), golden.number("logit_softcap"), false);
    }

    private static AttentionOp.RopeMode mode(int mode) {
        return switch (mode) {
            case 0 -> AttentionOp.RopeMode.NORMAL;
            case 2 -> AttentionOp.RopeMode.NEOX;
            case 8 -> AttentionOp.RopeMode.MROPE;
            case 24 -> AttentionOp.RopeMode.VISION;
            case 40 -> AttentionOp.RopeMode.IMROPE;
            default -> throw new IllegalStateException("Rotation mode " + mode);
        };
    }

    private static AttentionOp.Sections sections(GoldenCase golden) {
        if (!golden.parameters().containsKey("sections")) {
            return AttentionOp.Sections.NONE;
        }
        long[] sections = GoldenCase.numbers(golden.text("sections"));
        return new AttentionOp.Sections((int) sections[0], (int) sections[1], (int) sections[2], (int) sections[3]);
    }

    private static Op rope(GoldenCase golden) {
        AttentionOp.Yarn yarn = new AttentionOp.Yarn(
                golden.integer("n_ctx_orig"),
                golden.number("ext_factor"),
                golden.number("attn_factor"),
                golden.number("beta_fast"),
                golden.number("beta_slow"));
        return new AttentionOp.Rope(
                golden.integer("n_dims"),
                mode(golden.integer("mode")),
                golden.number("freq_base"),
                golden.number("freq_scale"),
                yarn,
                sections(golden));
    }
}
