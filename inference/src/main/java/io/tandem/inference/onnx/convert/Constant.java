package io.tandem.inference.onnx.convert;

import io.tandem.graph.Weight;
import io.tandem.graph.WeightSource;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is known during import. It becomes a weight when an operation needs it, the same one each time, so that
 * all graphs of a model share it. Safe for any number of threads.
 */
public final class Constant implements Value {
    private final String name;
    private final OnnxType type;
    private final OnnxType storedType;
    private final Dims dims;
    private final Supplier<MemorySegment> bytes;
    private final Supplier<HostTensor> elements;
    private @Nullable HostTensor host;
    private @Nullable Weight plain;
    private @Nullable Weight transposed;
    private @Nullable Weight floats;

    private Constant(
            String name,
            OnnxType type,
            OnnxType storedType,
            Dims dims,
            Supplier<MemorySegment> bytes,
            Supplier<HostTensor> elements) {
        this.name = name;
        this.type = type;
        this.storedType = storedType;
        this.dims = dims;
        this.bytes = bytes;
        this.elements = elements;
    }

    /** A constant of a file, whose bytes stay where they are. */
    public static Constant of(String name, OnnxTensor tensor) {
        Dims dims = Dims.of(tensor.dimensions());
        return new Constant(name, tensor.type(), tensor.type(), dims, tensor::data, () -> HostTensor.of(tensor));
    }

    /** A constant that the importer computed. */
    public static Constant of(String name, HostTensor tensor) {
        return new Constant(name, tensor.type(), tensor.type(), tensor.dims(), tensor::encode, () -> tensor);
    }

    /** The same elements in another shape, as a constant of its own. */
    Constant reshaped(String newName, Dims shape) {
        return new Constant(newName, type, storedType, shape, bytes, () -> host().reshaped(shape));
    }

    /** The same elements as a type that holds all values of this one; they stay as they are stored. */
    Constant widened(String newName, OnnxType wider) {
        return new Constant(newName, wider, storedType, dims, bytes, () -> host().cast(wider));
    }

    @Override
    public OnnxType type() {
        return type;
    }

    @Override
    public Dims dims() {
        return dims;
    }

    /** Whether these are integers, too many for the importer to make floats of. */
    boolean isLargeInteger() {
        return !HostTensor.isReal(storedType) && dims.elements() > HostTensor.MAX_ELEMENTS;
    }

    /** Its elements. */
    public synchronized HostTensor host() {
        HostTensor known = host;
        if (known == null) {
            known = elements.get();
            host = known;
        }
        return known;
    }

    /** Itself as a weight. */
    synchronized Weight weight() {
        Weight known = plain;
        if (known == null) {
            known = Weight.of(name, Layouts.type(storedType), Layouts.shape(dims), WeightSource.of(stored()));
            plain = known;
        }
        return known;
    }

    /** The elements as devices keep them. */
    private MemorySegment stored() {
        OnnxType kept = Layouts.stored(storedType);
        return kept == storedType ? bytes.get() : host().cast(kept).encode();
    }

    /** Its matrices with rows and columns exchanged, as a weight. */
    synchronized Weight transposedWeight() {
        Weight known = transposed;
        if (known == null) {
            DType stored = Layouts.type(storedType);
            Shape shape = Layouts.shape(dims);
            Shape turned = shape.with(0, shape.d1()).with(1, shape.d0());
            known = Weight.of(
                    name + " transposed",
                    stored,
                    turned,
                    new TransposedSource(stored(), shape.d1(), shape.d0(), stored.blockBytes()));
            transposed = known;
        }
        return known;
    }

    /** Integers and truth values as a weight of floats; floats as they are. */
    synchronized Weight floatWeight() {
        if (HostTensor.isReal(storedType)) {
            return weight();
        }
        Weight known = floats;
        if (known == null) {
            HostTensor values = host();
            float[] reals = new float[values.size()];
            for (int i = 0; i < reals.length; i++) {
                reals[i] = (float) values.real(i);
            }
            known = Weight.ofFloats(name + " as floats", Layouts.shape(dims), reals);
            floats = known;
        }
        return known;
    }
}
