package io.tandem.inference.onnx.convert;

import io.tandem.inference.onnx.host.Attributes;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How the windows of convolutions and pooling move along the axes of an image, as ONNX's parameters say. */
final class Windows {
    private Windows() {}

    /**
     * Along one axis.
     *
     * @param length extent of the data
     * @param kernel elements of a window
     * @param stride from one window to the next
     * @param dilation from one element of a window to the next
     * @param before padding before the data
     * @param after padding after it, as far as windows reach
     * @param declared padding after it as declared, which with rounding up may be less
     * @param places the number of windows
     */
    record Window(long length, int kernel, int stride, int dilation, int before, int after, int declared, long places) {
        /** From the first to the last element of a window. */
        long span() {
            return (kernel - 1L) * dilation + 1;
        }

        /** Whether windows reach as far beyond one end as they may beyond the other. */
        boolean isSymmetric() {
            return (length + 2L * before - span()) / stride + 1 == places && length + 2L * before >= span();
        }

        /** Without padding, on data that is padded already. */
        Window padded() {
            long padded = length + before + after;
            return new Window(padded, kernel, stride, dilation, 0, 0, 0, places);
        }
    }

    /** The windows along the last axes of data of some dimensions, one to each of {@code kernel}'s. */
    static List<Window> of(Attributes attributes, Dims data, long... kernel) {
        int rank = kernel.length;
        if (data.rank() != rank + 2) {
            throw Refusal.invalid("a kernel of " + Arrays.toString(kernel) + " for data of shape " + data);
        }
        long[] strides = attributes.integers("strides").orElseGet(() -> ones(rank));
        long[] dilations = attributes.integers("dilations").orElseGet(() -> ones(rank));
        long[] pads = attributes.integers("pads").orElseGet(() -> new long[2 * rank]);
        if (strides.length != rank || dilations.length != rank || pads.length != 2 * rank) {
            throw Refusal.invalid("strides, dilations or pads that do not fit a kernel of " + Arrays.toString(kernel));
        }
        List<Window> windows = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            int stride = positive(strides[i]);
            int dilation = positive(dilations[i]);
            long length = data.extent(i + 2);
            int[] padding = {padding(pads[i]), padding(pads[rank + i])};
            windows.add(window(attributes, length, positive(kernel[i]), stride, dilation, padding));
        }
        return windows;
    }

    private static long[] ones(int rank) {
        long[] ones = new long[rank];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static int positive(long value) {
        if (value < 1 || value > Integer.MAX_VALUE) {
            throw Refusal.invalid("a kernel, stride or dilation of " + value);
        }
        return (int) value;
    }

    private static int padding(long value) {
        if (value < 0) {
            throw Refusal.unsupported("negative padding");
        }
        return Math.toIntExact(value);
    }

    private static Window window(Attributes attributes, long length, int kernel, int stride, int dilation, int[] pads) {
        long span = (kernel - 1L) * dilation + 1;
        String auto = attributes.text("auto_pad", "NOTSET");
        switch (auto) {
            case "SAME_UPPER", "SAME_LOWER" -> {
                long places = Math.ceilDiv(length, stride);
                long total = Math.max(0, (places - 1) * stride + span - length);
                int before = Math.toIntExact(auto.equals("SAME_UPPER") ? total / 2 : Math.ceilDiv(total, 2));
                int after = Math.toIntExact(total - before);
                return new Window(length, kernel, stride, dilation, before, after, after, places);
            }
            case "VALID" -> Arrays.fill(pads, 0);
            case "NOTSET", "" -> {}
            default -> throw Refusal.invalid("auto_pad '" + auto + "'");
        }
        long room = length + pads[0] + pads[1] - span;
        if (room < 0) {
            throw Refusal.invalid("a window over " + span + " elements does not fit " + length + " with padding "
                    + pads[0] + " and " + pads[1]);
        }
        boolean up = attributes.flag("ceil_mode", false);
        long places = (up ? Math.ceilDiv(room, stride) : room / stride) + 1;
        if (up && (places - 1) * stride >= length + pads[0]) {
            places--; // no window starts in the padding behind the data
        }
        long reach = Math.max(0, (places - 1) * stride + span - length - pads[0]);
        return new Window(length, kernel, stride, dilation, pads[0], Math.toIntExact(reach), pads[1], places);
    }
}
