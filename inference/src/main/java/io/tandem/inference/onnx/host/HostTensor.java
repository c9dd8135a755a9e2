package io.tandem.inference.onnx.host;

import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * A constant that the importer computes with. Elements lie in row-major order, one to a cell: integers and truth values
 * as they are, reals as the bits of a double, so that whatever only moves elements is the same for all types.
 */
public final class HostTensor {
    /** Constants of more elements are left to the devices. */
    public static final long MAX_ELEMENTS = 1 << 22;

    private final OnnxType type;
    private final Dims dims;
    private final long[] cells;

    private HostTensor(OnnxType type, Dims dims, long[] cells) {
        if (cells.length != dims.elements()) {
            throw new IllegalStateException(cells.length + " cells for shape " + dims);
        }
        this.type = type;
        this.dims = dims;
        this.cells = cells;
    }

    /** A tensor of the given cells, which are not copied. */
    public static HostTensor ofCells(OnnxType type, Dims dims, long[] cells) {
        return new HostTensor(type, dims, cells);
    }

    /** Integers as int64. */
    public static HostTensor ofIntegers(Dims dims, long... values) {
        return new HostTensor(OnnxType.INT64, dims, values);
    }

    /** One truth value or integer of a type. */
    public static HostTensor scalar(OnnxType type, long value) {
        return new HostTensor(type, Dims.SCALAR, new long[] {value});
    }

    /** Reads a constant of a file. */
    public static HostTensor of(OnnxTensor tensor) {
        Dims dims = Dims.of(tensor.dimensions());
        long[] cells = cells(dims);
        Numbers.decode(tensor.type(), tensor.data(), cells);
        return new HostTensor(tensor.type(), dims, cells);
    }

    /** Fresh cells for so many elements, unless they are too many for the host. */
    public static long[] cells(Dims dims) {
        if (dims.elements() > MAX_ELEMENTS) {
            throw Refusal.unsupported("constant of shape " + dims + " is too large to compute during import");
        }
        return new long[(int) dims.elements()];
    }

    /** A tensor's elements, as many as there are, as those of another type. */
    public static OnnxTensor converted(OnnxTensor tensor, OnnxType target) {
        MemorySegment data = Numbers.allocate(target, tensor.elements());
        for (long i = 0; i < tensor.elements(); i++) {
            long cell = Numbers.read(tensor.type(), tensor.data(), i);
            Numbers.write(target, data, i, Numbers.convert(tensor.type(), target, cell));
        }
        return new OnnxTensor(tensor.name(), tensor.dimensions(), target, data, List.of());
    }

    /** An element of a tensor of any size as a real number, whatever its type. */
    public static double real(OnnxTensor tensor, long index) {
        return real(tensor.type(), Numbers.read(tensor.type(), tensor.data(), index));
    }

    private static double real(OnnxType type, long cell) {
        return isReal(type) ? Double.longBitsToDouble(cell) : Numbers.toReal(type, cell);
    }

    /** The type of the elements. */
    public OnnxType type() {
        return type;
    }

    /** The shape. */
    public Dims dims() {
        return dims;
    }

    /** The number of elements. */
    public int size() {
        return cells.length;
    }

    /** Whether elements are reals rather than integers or truth values. */
    public boolean isReal() {
        return isReal(type);
    }

    /** Whether a type's elements are reals rather than integers or truth values. */
    public static boolean isReal(OnnxType type) {
        return Numbers.isReal(type);
    }

    /** Whether the importer can compute with elements of a type. */
    public static boolean isReadable(OnnxType type) {
        return Numbers.isReadable(type);
    }

    /** An element as its cell. */
    public long cell(int index) {
        return cells[index];
    }

    /** An element as a real number, whatever its type. */
    public double real(int index) {
        return real(type, cells[index]);
    }

    /** An element of an integer tensor. */
    public long integer(int index) {
        requireIntegers();
        return cells[index];
    }

    /** All elements of an integer tensor. */
    public long[] integers() {
        requireIntegers();
        return cells.clone();
    }

    private void requireIntegers() {
        if (isReal()) {
            throw Refusal.invalid("a tensor of " + type + " where integers are needed");
        }
    }

    /** The elements in another type, as Cast converts them. */
    public HostTensor cast(OnnxType target) {
        long[] converted = cells(dims);
        for (int i = 0; i < converted.length; i++) {
            converted[i] = Numbers.convert(type, target, cells[i]);
        }
        return new HostTensor(target, dims, converted);
    }

    /** The same elements in another shape. */
    public HostTensor reshaped(Dims shape) {
        if (shape.elements() != dims.elements()) {
            throw Refusal.invalid("shape " + dims + " cannot become " + shape);
        }
        return new HostTensor(type, shape, cells);
    }

    /** The elements of a strided view: along axis i of {@code shape} neighbours are {@code strides[i]} cells apart. */
    public HostTensor view(Dims shape, long[] strides, long offset) {
        long[] copy = cells(shape);
        long[] position = new long[shape.rank()];
        long at = offset;
        for (int i = 0; i < copy.length; i++) {
            copy[i] = cells[(int) at];
            for (int axis = shape.rank() - 1; axis >= 0; axis--) {
                at += strides[axis];
                if (++position[axis] < shape.extent(axis)) {
                    break;
                }
                at -= strides[axis] * shape.extent(axis);
                position[axis] = 0;
            }
        }
        return new HostTensor(type, shape, copy);
    }

    /** The elements repeated along extents of 1 to a larger shape. */
    public HostTensor broadcastTo(Dims shape) {
        if (shape.equals(dims)) {
            return this;
        }
        if (!dims.broadcast(shape).equals(shape)) {
            throw Refusal.invalid("shape " + dims + " does not broadcast to " + shape);
        }
        Dims padded = dims.padded(shape.rank());
        long[] strides = padded.strides();
        for (int i = 0; i < strides.length; i++) {
            strides[i] = padded.extent(i) == 1 ? 0 : strides[i];
        }
        return view(shape, strides, 0);
    }

    /** The elements as they lie in files and on devices. */
    public MemorySegment encode() {
        return Numbers.encode(type, cells);
    }

    @Override
    public String toString() {
        return type + dims.toString() + (cells.length <= 16 ? Arrays.toString(cells) : "");
    }
}
