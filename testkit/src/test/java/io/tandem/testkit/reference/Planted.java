package io.tandem.testkit.reference;

import io.tandem.backend.BackendProvider;
import io.tandem.op.AttentionOp;
import io.tandem.op.BinaryOp;
import io.tandem.op.ConvolutionOp;
import io.tandem.op.GluOp;
import io.tandem.op.LayoutOp;
import io.tandem.op.MatrixOp;
import io.tandem.op.NormOp;
import io.tandem.op.Op;
import io.tandem.op.ReductionOp;
import io.tandem.op.ReductionOp.SortOrder;
import io.tandem.op.RowOp;
import io.tandem.op.SamplingOp;
import io.tandem.op.UnaryOp;
import java.util.List;
import java.util.stream.Stream;

/** Reference backends with one wrong kernel each, of the kinds that authors of backends write. */
public final class Planted {
    private Planted() {}

    /** A backend with a fault, and the family of cases that must find it. */
    public record Fault(String family, String description, BackendProvider backend) {
        @Override
        public String toString() {
            return family + ": " + description;
        }
    }

    /** At least one fault a family. */
    public static Stream<Fault> faults() {
        return Stream.of(
                fault(
                        "unary",
                        "SIGMOID off by a thousandth",
                        UnaryOp.Sigmoid.class,
                        (op, in, out) -> every(
                                out,
                                (i0, i1, i2, i3) ->
                                        Functions.sigmoid(in.getFirst().get(i0, i1, i2, i3)) + 0.001)),
                fault(
                        "unary",
                        "ROUND to even",
                        UnaryOp.Round.class,
                        (op, in, out) -> every(
                                out, (i0, i1, i2, i3) -> Math.rint(in.getFirst().get(i0, i1, i2, i3)))),
                fault(
                        "unary",
                        "ABS that forgets dimension 3",
                        UnaryOp.Abs.class,
                        (op, in, out) -> every(
                                out, (i0, i1, i2, i3) -> Math.abs(in.getFirst().get(i0, i1, i2, 0)))),
                fault("binary", "ADD that repeats only single elements", BinaryOp.Add.class, Planted::clampedAdd),
                fault("binary", "SUB that clears its result first", BinaryOp.Sub.class, Planted::clearingSub),
                fault(
                        "gated linear unit",
                        "SWIGLU that ignores swapped",
                        GluOp.Swiglu.class,
                        (op, in, out) -> right(new GluOp.Swiglu(false), in, out)),
                fault("reduction", "SUM_ROWS without the last element", ReductionOp.SumRows.class, Planted::shortSum),
                fault(
                        "normalisation",
                        "RMS_NORM without eps",
                        NormOp.RmsNorm.class,
                        (op, in, out) -> right(new NormOp.RmsNorm(0), in, out)),
                fault(
                        "matrix",
                        "MUL_MAT that spreads batches in the wrong order",
                        MatrixOp.MulMat.class,
                        Planted::wrongBatches),
                fault(
                        "layout",
                        "CONT that ignores strides",
                        LayoutOp.Cont.class,
                        (op, in, out) -> out.memory()
                                .copyFrom(in.getFirst()
                                        .memory()
                                        .asSlice(
                                                0,
                                                Math.min(
                                                        out.memory().byteSize(),
                                                        in.getFirst().memory().byteSize())))),
                fault("layout", "CONCAT that changes its operand", LayoutOp.Concat.class, (op, in, out) -> {
                    right(op, in, out);
                    if (in.getFirst().layout().elements() > 0) {
                        in.getFirst().memory().fill((byte) 0);
                    }
                }),
                fault("rows", "GET_ROWS that clamps and says nothing", RowOp.GetRows.class, Planted::clampedGetRows),
                fault(
                        "attention",
                        "SOFT_MAX without ALiBi",
                        AttentionOp.SoftMax.class,
                        (op, in, out) -> right(new AttentionOp.SoftMax(op.scale(), 0), in, out)),
                fault(
                        "flash attention",
                        "FLASH_ATTN_EXT without the cap",
                        AttentionOp.FlashAttnExt.class,
                        (op, in, out) ->
                                right(new AttentionOp.FlashAttnExt(op.scale(), op.maxBias(), 0, op.sinks()), in, out)),
                fault(
                        "experts",
                        "MUL_MAT_ID that uses the first matrix for all",
                        MatrixOp.MulMatId.class,
                        (op, in, out) -> every(
                                out,
                                (i0, i1, i2, i3) -> MatrixKernels.dot(
                                        in.getFirst().row(i0, 0, 0),
                                        in.get(1).row(i1 % in.get(1).shape().d1(), i2, 0)))),
                fault(
                        "sorting",
                        "ARGSORT that sorts the wrong way round",
                        ReductionOp.Argsort.class,
                        (op, in, out) -> right(new ReductionOp.Argsort(SortOrder.ASCENDING), in, out)),
                fault(
                        "pattern",
                        "ROLL the other way",
                        LayoutOp.Roll.class,
                        (op, in, out) -> right(
                                new LayoutOp.Roll(-op.shift0(), -op.shift1(), -op.shift2(), -op.shift3()), in, out)),
                fault(
                        "convolution",
                        "CONV_2D without dilation",
                        ConvolutionOp.Conv2d.class,
                        (op, in, out) ->
                                right(new ConvolutionOp.Conv2d(undilated(op.axis0()), undilated(op.axis1())), in, out)),
                fault(
                        "sampling",
                        "UPSCALE that never aligns corners",
                        SamplingOp.Upscale.class,
                        (op, in, out) -> right(new SamplingOp.Upscale(op.shape(), op.interpolation(), false), in, out)),
                fault(
                        "golden",
                        "SILU by the formula of GELU_QUICK",
                        UnaryOp.Silu.class,
                        (op, in, out) -> every(
                                out,
                                (i0, i1, i2, i3) ->
                                        Functions.geluQuick(in.getFirst().get(i0, i1, i2, i3)))));
    }

    private static <O extends Op> Fault fault(
            String family, String description, Class<O> type, ReferenceKernel<O> kernel) {
        return new Fault(
                family, description, new ReferenceBackend(ReferenceKernels.all().with(type, kernel)));
    }

    private static ConvolutionOp.Axis undilated(ConvolutionOp.Axis axis) {
        return new ConvolutionOp.Axis(axis.stride(), axis.padding(), 1);
    }

    private static void right(Op op, List<Elements> inputs, Elements output) {
        ReferenceKernels.all().find(op).run(inputs, output);
    }

    @FunctionalInterface
    private interface Element {
        double at(long i0, long i1, long i2, long i3);
    }

    private static void every(Elements output, Element element) {
        Elements.forEachRow(output.shape(), (i1, i2, i3) -> {
            for (long i0 = 0; i0 < output.shape().d0(); i0++) {
                output.set(i0, i1, i2, i3, element.at(i0, i1, i2, i3));
            }
        });
    }

    private static void clampedAdd(BinaryOp.Add op, List<Elements> in, Elements out) {
        Elements b = in.get(1);
        every(
                out,
                (i0, i1, i2, i3) -> in.getFirst().get(i0, i1, i2, i3)
                        + b.get(
                                Math.min(i0, b.shape().d0() - 1),
                                Math.min(i1, b.shape().d1() - 1),
                                Math.min(i2, b.shape().d2() - 1),
                                Math.min(i3, b.shape().d3() - 1)));
    }

    private static void clearingSub(BinaryOp.Sub op, List<Elements> in, Elements out) {
        every(out, (i0, i1, i2, i3) -> 0);
        right(op, in, out);
    }

    private static void shortSum(ReductionOp.SumRows op, List<Elements> in, Elements out) {
        Elements.forEachRow(out.shape(), (i1, i2, i3) -> {
            double[] row = in.getFirst().row(i1, i2, i3);
            double sum = 0;
            for (int i = 0; i < row.length - 1; i++) {
                sum += row[i];
            }
            out.set(0, i1, i2, i3, sum);
        });
    }

    private static void wrongBatches(MatrixOp.MulMat op, List<Elements> in, Elements out) {
        Elements a = in.get(0);
        Elements b = in.get(1);
        every(
                out,
                (i0, i1, i2, i3) -> MatrixKernels.dot(
                        a.row(i0, i2 % a.shape().d2(), i3 % a.shape().d3()), b.row(i1, i2, i3)));
    }

    private static void clampedGetRows(RowOp.GetRows op, List<Elements> in, Elements out) {
        Elements rows = in.get(0);
        Elements.forEachRow(out.shape(), (j, i1, i2) -> {
            long index =
                    Math.clamp(in.get(1).getLong(j, i1, i2, 0), 0, rows.shape().d1() - 1);
            out.setRow(j, i1, i2, rows.row(index, i1, i2));
        });
    }
}
