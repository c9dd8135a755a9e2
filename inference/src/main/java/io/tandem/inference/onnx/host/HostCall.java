package io.tandem.inference.onnx.host;

import java.util.List;
import java.util.Optional;

/**
 * A node whose operands are all constants.
 *
 * @param attributes its parameters
 * @param version the version of its operator set
 * @param inputs its operands; optional ones may be missing
 * @param results how many results are wanted
 */
public record HostCall(Attributes attributes, long version, List<Optional<HostTensor>> inputs, int results)
        implements Operands {
    @Override
    public boolean has(int index) {
        return index < inputs.size() && inputs.get(index).isPresent();
    }

    @Override
    public Dims dims(int index) {
        return constant(index).dims();
    }

    @Override
    public HostTensor constant(int index) {
        if (!has(index)) {
            throw Refusal.invalid("operand " + index + " is missing");
        }
        return inputs.get(index).orElseThrow();
    }
}
