package io.tandem.inference.onnx.host;

import java.util.Optional;

/** What a node's parameters and operands tell about shapes, whether its operands are constants or computed later. */
public interface Operands {
    /** The node's parameters. */
    Attributes attributes();

    /** The version of the operator set that the node is written for. */
    long version();

    /** Whether operand {@code index} is given; trailing and optional ones may be left out. */
    boolean has(int index);

    /** The shape of operand {@code index}. */
    Dims dims(int index);

    /** The elements of operand {@code index}; a {@link Refusal} if they are not known during import. */
    HostTensor constant(int index);

    /** How many results are wanted. */
    int results();

    /** The integers of operand {@code index}, if it is given. */
    default Optional<long[]> integers(int index) {
        return has(index) ? Optional.of(constant(index).integers()) : Optional.empty();
    }

    /** Integers that older versions of an operator take as a parameter and newer ones as an operand. */
    default Optional<long[]> integers(String attribute, int index) {
        Optional<long[]> parameter = attributes().integers(attribute);
        return parameter.isPresent() ? parameter : integers(index);
    }
}
