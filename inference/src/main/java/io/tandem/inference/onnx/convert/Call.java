package io.tandem.inference.onnx.convert;

import io.tandem.graph.GraphBuilder;
import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.format.OnnxType;
import io.tandem.inference.onnx.host.Attributes;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.HostTensor;
import io.tandem.inference.onnx.host.Operands;
import io.tandem.inference.onnx.host.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * A node that is being converted.
 *
 * @param attributes its parameters
 * @param version the version of its operator set
 * @param inputs its operands; optional ones may be missing
 * @param outputs the names of its results, empty for those that nobody wants
 * @param emitter takes the operations that it becomes
 */
record Call(Attributes attributes, long version, List<Optional<Value>> inputs, List<String> outputs, Emitter emitter)
        implements Operands {
    @Override
    public int results() {
        return outputs.size();
    }

    /** Whether somebody wants result {@code index}. */
    boolean wants(int index) {
        return index < outputs.size() && !outputs.get(index).isEmpty();
    }

    @Override
    public boolean has(int index) {
        return index < inputs.size() && inputs.get(index).isPresent();
    }

    @Override
    public Dims dims(int index) {
        return value(index).dims();
    }

    @Override
    public HostTensor constant(int index) {
        if (value(index) instanceof Constant constant) {
            return constant.host();
        }
        throw Refusal.unsupported("operand " + index + " is not known before the run");
    }

    /** An operand, which must be given. */
    Value value(int index) {
        if (!has(index)) {
            throw Refusal.invalid("operand " + index + " is missing");
        }
        return inputs.get(index).orElseThrow();
    }

    /** What to call a result that is known during import. */
    String resultName() {
        return outputs.getFirst();
    }

    /** The number that an operand is, if it is a single one and known during import. */
    Optional<Double> scalar(int index) {
        return has(index) ? Emitter.scalar(value(index)) : Optional.empty();
    }

    /** An operand in a float type. */
    Tensor floats(int index) {
        return emitter.floats(value(index));
    }

    /** The builder of the graph. */
    GraphBuilder graph() {
        return emitter.graph();
    }

    /** A result of operand 0's type and shape. */
    Value likeFirst(Tensor tensor) {
        return new Computed(value(0).type(), dims(0), tensor);
    }

    /** A result of operand 0's type. */
    Value ofFirstType(Dims dims, Tensor tensor) {
        return new Computed(type(), dims, tensor);
    }

    /** The type of operand 0. */
    OnnxType type() {
        return value(0).type();
    }
}
