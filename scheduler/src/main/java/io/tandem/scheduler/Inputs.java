package io.tandem.scheduler;

import io.tandem.graph.Graph;
import io.tandem.graph.Tensor;
import io.tandem.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run is fed: the contents of each input of a graph. Immutable, but the arrays and segments are not copied here:
 * they are read when a run starts, and may be changed and used again as soon as {@link Session#start} has returned.
 *
 * <p>Every mistake is an {@link IllegalArgumentException} that names the input: a tensor that is no input, a wrong element
 * type, a wrong number of elements, contents given twice.
 */
public final class Inputs {
    private static final Inputs NONE = new Inputs(List.of(), List.of());

    private final List<Tensor> tensors;
    private final List<MemorySegment> contents;

    private Inputs(List<Tensor> tensors, List<MemorySegment> contents) {
        this.tensors = tensors;
        this.contents = contents;
    }

    /** For graphs without inputs. */
    public static Inputs none() {
        return NONE;
    }

    /** The contents of an F32 input, dimension 0 first. */
    public static Inputs of(Tensor input, float[] values) {
        return NONE.and(input, values);
    }

    /** The contents of an I32 input, dimension 0 first. */
    public static Inputs of(Tensor input, int[] values) {
        return NONE.and(input, values);
    }

    /** The contents of an I64 input, dimension 0 first. */
    public static Inputs of(Tensor input, long[] values) {
        return NONE.and(input, values);
    }

    /** The bytes of an input of any type, dimension 0 first, without gaps. */
    public static Inputs of(Tensor input, MemorySegment bytes) {
        return NONE.and(input, bytes);
    }

    /** These and the contents of an F32 input. */
    public Inputs and(Tensor input, float[] values) {
        requireType(input, DType.F32);
        return with(input, MemorySegment.ofArray(values), values.length);
    }

    /** These and the contents of an I32 input. */
    public Inputs and(Tensor input, int[] values) {
        requireType(input, DType.I32);
        return with(input, MemorySegment.ofArray(values), values.length);
    }

    /** These and the contents of an I64 input. */
    public Inputs and(Tensor input, long[] values) {
        requireType(input, DType.I64);
        return with(input, MemorySegment.ofArray(values), values.length);
    }

    /** These and the bytes of an input of any type. */
    public Inputs and(Tensor input, MemorySegment bytes) {
        long needed = input.layout().byteExtent();
        if (bytes.byteSize() != needed) {
            throw new IllegalArgumentException(
                    "Input " + input + " takes " + needed + " bytes, not " + bytes.byteSize());
        }
        return with(input, bytes, input.shape().elements());
    }

    private static void requireType(Tensor input, DType type) {
        if (input.type() != type) {
            throw new IllegalArgumentException("Input " + input + " does not take values of type " + type);
        }
    }

    private Inputs with(Tensor input, MemorySegment bytes, long elements) {
        if (input.kind() != Tensor.Kind.INPUT) {
            throw new IllegalArgumentException(input + " is not an input");
        }
        if (elements != input.shape().elements()) {
            throw new IllegalArgumentException(
                    "Input " + input + " takes " + input.shape().elements() + " elements, not " + elements);
        }
        if (tensors.contains(input)) {
            throw new IllegalArgumentException("Input " + input + " has its contents already");
        }
        List<Tensor> allTensors = new ArrayList<>(tensors);
        allTensors.add(input);
        List<MemorySegment> allContents = new ArrayList<>(contents);
        allContents.add(bytes);
        return new Inputs(allTensors, allContents);
    }

    /**
     * The contents in the order of {@code wanted}.
     *
     * @throws IllegalArgumentException if one is missing, or if there are contents for another graph's inputs
     */
    MemorySegment[] match(Graph graph, List<Tensor> wanted) {
        for (int i = 0; i < tensors.size(); i++) {
            if (!graph.contains(tensors.get(i))) {
                throw new IllegalArgumentException("Input " + tensors.get(i) + " is not of this plan's graph");
            }
        }
        MemorySegment[] matched = new MemorySegment[wanted.size()];
        for (int i = 0; i < wanted.size(); i++) {
            int place = tensors.indexOf(wanted.get(i));
            if (place < 0) {
                throw new IllegalArgumentException(missing(wanted));
            }
            matched[i] = contents.get(place);
        }
        return matched;
    }

    private String missing(List<Tensor> wanted) {
        List<String> names = wanted.stream()
                .filter(input -> !tensors.contains(input))
                .map(Tensor::toString)
                .toList();
        return "Missing inputs: " + String.join(", ", names);
    }
}
