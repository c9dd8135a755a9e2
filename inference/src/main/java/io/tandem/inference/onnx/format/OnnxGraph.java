package io.tandem.inference.onnx.format;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A graph as its file gives it.
 *
 * @param name its name
 * @param nodes the operations, in an order in which they can run
 * @param initializers the constants
 * @param inputs what is fed on each run; older files list the initializers here too
 * @param outputs what comes out
 * @param sparseInitializers how many constants are in the sparse form, which is not read
 */
public record OnnxGraph(
        String name,
        List<OnnxNode> nodes,
        List<OnnxTensor> initializers,
        List<OnnxValue> inputs,
        List<OnnxValue> outputs,
        int sparseInitializers) {
    /** The names of the values that it does not make itself but takes from around it. */
    Set<String> captured() {
        Set<String> names = new LinkedHashSet<>();
        nodes.forEach(node -> names.addAll(node.reads()));
        outputs.forEach(output -> names.add(output.name()));
        initializers.forEach(tensor -> names.remove(tensor.name()));
        inputs.forEach(input -> names.remove(input.name()));
        nodes.forEach(node -> node.outputs().forEach(names::remove));
        return names;
    }
}
