package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.graph.Weight;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Refusal;
import io.tandem.tensor.DType;
import io.tandem.tensor.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Adds operations to a graph; what several nodes need in another form is converted once. */
final class Emitter {
    /** What one node may become. */
    private static final long MOST_NODES = 1 << 12;

    private final GraphBuilder graph;
    private final Map<Request, Tensor> known = new HashMap<>();
    private final Set<String> notes = new TreeSet<>();
    private final Set<Tensor> named = new HashSet<>();
    private String scope = "";
    private int constants;

    /** A tensor in another form; tensors are compared by identity. */
    private record Request(Tensor tensor, Object form) {}

    Emitter(GraphBuilder graph) {
        this.graph = graph;
    }

    GraphBuilder graph() {
        return graph;
    }

    /** What the importer had to settle for, in words for people. */
    List<String> notes() {
        return new ArrayList<>(notes);
    }

    /** Notes that a type is kept in another one that is narrower. */
    void noteStorage(OnnxType type) {
        if (type == OnnxType.DOUBLE) {
            notes.add("doubles are computed in f32");
        }
    }

    /** The number that a value is, if it is a single one and known during import. */
    static Optional<Double> scalar(Value value) {
        return value instanceof Constant constant && constant.dims().elements() == 1
                ? Optional.of(constant.host().real(0))
                : Optional.empty();
    }

    /** A value in whatever type it is kept. */
    Tensor tensor(Value value) {
        return switch (value) {
            case Computed computed -> computed.tensor();
            case Constant constant -> graph.weight(constant.weight());
        };
    }

    /** A value in a float type. Truth values become 0 and 1. */
    Tensor floats(Value value) {
        return switch (value) {
            case Computed computed -> floats(computed.tensor());
            case Constant constant when constant.isLargeInteger() -> cast(tensor(constant), DType.F32);
            case Constant constant -> graph.weight(constant.floatWeight());
        };
    }

    private Tensor floats(Tensor tensor) {
        if (tensor.type().isFloat()) {
            return tensor;
        }
        if (tensor.type().isIndex()) {
            notes.add("integers are computed in f32, exact up to 16,777,216");
        }
        return cast(tensor, DType.F32);
    }

    /** Values in a type that they share: the one that all of them have, else f32. */
    List<Tensor> alike(List<Value> values) {
        List<Tensor> tensors = values.stream().map(this::tensor).toList();
        DType type = tensors.getFirst().type();
        return tensors.stream().allMatch(tensor -> tensor.type() == type)
                ? tensors
                : values.stream().map(this::singles).toList();
    }

    /** A value in f32. */
    Tensor singles(Value value) {
        return cast(floats(value), DType.F32);
    }

    /** A tensor in another type. */
    Tensor cast(Tensor tensor, DType type) {
        return tensor.type() == type
                ? tensor
                : known.computeIfAbsent(new Request(tensor, type), key -> graph.cpy(tensor, type));
    }

    /** A tensor with dimensions 0 and 1 exchanged: a view. */
    Tensor transposed(Tensor tensor) {
        return known.computeIfAbsent(new Request(tensor, "transposed"), key -> graph.transpose(tensor));
    }

    /** A tensor without gaps. */
    Tensor packed(Tensor tensor) {
        return tensor.layout().isContiguous()
                ? tensor
                : known.computeIfAbsent(new Request(tensor, "packed"), key -> graph.cont(tensor));
    }

    /** The elements of a tensor in another shape. */
    Tensor reshape(Tensor tensor, Shape shape) {
        if (tensor.shape().equals(shape)) {
            return tensor;
        }
        Tensor packed = packed(tensor);
        return known.computeIfAbsent(
                new Request(packed, shape),
                key -> graph.reshape(packed, shape.d0(), shape.d1(), shape.d2(), shape.d3()));
    }

    /** The elements of a tensor as a tensor of other dimensions. */
    Tensor reshape(Tensor tensor, Dims dims) {
        return reshape(tensor, Layouts.shape(dims));
    }

    /** A tensor repeated to a larger shape. */
    Tensor repeat(Tensor tensor, Shape shape) {
        return tensor.shape().equals(shape)
                ? tensor
                : known.computeIfAbsent(new Request(tensor, List.of(shape)), key -> graph.repeat(tensor, shape));
    }

    /** Numbers that an operator brings along, as f32. */
    Tensor floats(Shape shape, float... values) {
        return graph.weight(Weight.ofFloats(freshName(), shape, values));
    }

    /** Indices that an operator brings along, as i32. */
    Tensor indices(Shape shape, int... values) {
        return graph.weight(Weight.ofInts(freshName(), shape, values));
    }

    private String freshName() {
        return scope + "constant_" + constants++;
    }

    /** Gives a result the name that the model has for it, unless it has one or the name is taken. */
    void name(String name, Tensor tensor) {
        boolean nameable = tensor.kind() == Tensor.Kind.RESULT || tensor.kind() == Tensor.Kind.VIEW;
        if (nameable && named.add(tensor)) {
            graph.name(name, tensor);
        }
    }

    /** Starts a node: what it adds gets this prefix. */
    GraphBuilder.Scope node(String name) {
        scope = name + ".";
        return graph.scope(name);
    }

    /** Refuses tables of more elements than the importer makes, each a number in memory. */
    static int requireTable(long elements) {
        if (elements > HostTensor.MAX_ELEMENTS) {
            throw Refusal.unsupported(
                    "a table of " + elements + " elements; " + HostTensor.MAX_ELEMENTS + " are the limit");
        }
        return (int) elements;
    }

    /** Refuses to make more nodes of one than anybody needs. */
    static void requireFew(long nodes) {
        if (nodes > MOST_NODES) {
            throw Refusal.unsupported("a window or groups of " + nodes + " parts; " + MOST_NODES + " are the limit");
        }
    }

    /** Refuses what has more dimensions than a tensor. */
    static void requireFour(Dims dims) {
        if (dims.rank() > Shape.DIMENSIONS) {
            throw Refusal.unsupported("more than four dimensions: " + dims);
        }
    }
}
