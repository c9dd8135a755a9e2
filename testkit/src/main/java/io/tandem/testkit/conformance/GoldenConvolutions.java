package io.tandem.testkit.conformance;

import io.tandem.op.ConvolutionOp;
import io.tandem.op.ConvolutionOp.Axis;
import io.tandem.op.Op;
import io.tandem.op.SamplingOp;
import io.tandem.op.SamplingOp.Interpolation;
import io.tandem.op.SamplingOp.Pooling;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** How ggml's convolutions and their parameters are written here. */
final class GoldenConvolutions {
    private GoldenConvolutions() {}

    static Map<String, Function<GoldenCase, Op>> operations() {
        Map<String, Function<GoldenCase, Op>> table = new HashMap<>();
        table.put("IM2COL", GoldenConvolutions::im2col);
        table.put("CONV_1D", golden -> new ConvolutionOp.Conv1d(axis(golden, 0)));
        table.put("CONV_2D", golden -> new ConvolutionOp.Conv2d(axis(golden, 0), axis(golden, 1)));
        table.put("CONV_2D_IM2COL", golden -> new ConvolutionOp.Conv2d(axis(golden, 0), axis(golden, 1)));
        table.put("CONV_2D_DW", golden -> new ConvolutionOp.Conv2dDw(axis(golden, 0), axis(golden, 1)));
        table.put("CONV_TRANSPOSE_1D", golden -> new ConvolutionOp.ConvTranspose1d(golden.integer("s0")));
        table.put("CONV_TRANSPOSE_2D", golden -> new ConvolutionOp.ConvTranspose2d(golden.integer("stride")));
        table.put("SSM_CONV", golden -> new ConvolutionOp.SsmConv());
        table.put(
                "POOL_1D",
                golden -> new SamplingOp.Pool1d(
                        pooling(golden), golden.integer("k0"), golden.integer("s0"), golden.integer("p0")));
        table.put(
                "POOL_2D",
                golden -> new SamplingOp.Pool2d(
                        pooling(golden),
                        golden.integer("k0"),
                        golden.integer("k1"),
                        golden.integer("s0"),
                        golden.integer("s1"),
                        golden.integer("p0"),
                        golden.integer("p1")));
        table.put("UPSCALE", GoldenConvolutions::upscale);
        return table;
    }

    private static Axis axis(GoldenCase golden, int axis) {
        return new Axis(golden.integer("s" + axis), golden.integer("p" + axis), golden.integer("d" + axis));
    }

    private static Op im2col(GoldenCase golden) {
        Shape kernel = golden.inputs().values().iterator().next().shape();
        DType type = DType.valueOf(golden.text("dst_type").toUpperCase(Locale.ROOT));
        return Boolean.parseBoolean(golden.text("is_2D"))
                ? new ConvolutionOp.Im2col(
                        2, (int) kernel.d0(), (int) kernel.d1(), axis(golden, 0), axis(golden, 1), type)
                : new ConvolutionOp.Im2col(1, (int) kernel.d0(), 1, axis(golden, 0), Axis.PLAIN, type);
    }

    private static Pooling pooling(GoldenCase golden) {
        return Pooling.valueOf(golden.text("pool").toUpperCase(Locale.ROOT));
    }

    private static Op upscale(GoldenCase golden) {
        Shape from = golden.inputs().values().iterator().next().shape();
        Shape to = golden.parameters().containsKey("ne")
                ? Shape.of(GoldenCase.numbers(golden.text("ne")))
                : new Shape(
                        from.d0() * golden.integer("scale"), from.d1() * golden.integer("scale"), from.d2(), from.d3());
        Interpolation interpolation = Interpolation.valueOf(golden.text("mode").toUpperCase(Locale.ROOT));
        boolean aligned = "align_corners".equals(golden.parameters().get("flag"));
        return new SamplingOp.Upscale(to, interpolation, aligned);
    }
}
