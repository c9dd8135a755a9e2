package io.tandem.inference.onnx.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code GraphProto}, {@code NodeProto} and {@code ValueInfoProto} messages. */
final class GraphReader {
    private GraphReader() {}

    static OnnxGraph read(WireReader in, ExternalData files) {
        String name = "";
        List<OnnxNode> nodes = new ArrayList<>();
        List<OnnxTensor> initializers = new ArrayList<>();
        List<OnnxValue> inputs = new ArrayList<>();
        List<OnnxValue> outputs = new ArrayList<>();
        int sparse = 0;
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> nodes.add(node(in.message(), files));
                case 2 -> name = in.text();
                case 5 -> initializers.add(TensorReader.read(in.message(), files));
                case 11 -> inputs.add(value(in.message()));
                case 12 -> outputs.add(value(in.message()));
                case 15 -> {
                    in.skip();
                    sparse++;
                }
                default -> in.skip();
            }
        }
        return new OnnxGraph(
                name, List.copyOf(nodes), List.copyOf(initializers), List.copyOf(inputs), List.copyOf(outputs), sparse);
    }

    private static OnnxNode node(WireReader in, ExternalData files) {
        String name = "";
        String operator = "";
        String domain = "";
        List<String> inputs = new ArrayList<>();
        List<String> outputs = new ArrayList<>();
        List<OnnxAttribute> attributes = new ArrayList<>();
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> inputs.add(in.text());
                case 2 -> outputs.add(in.text());
                case 3 -> name = in.text();
                case 4 -> operator = in.text();
                case 5 -> attributes.add(AttributeReader.read(in.message(), files));
                case 7 -> domain = in.text();
                default -> in.skip();
            }
        }
        // "ai.onnx" is the long form of the empty domain
        String shortDomain = domain.equals("ai.onnx") ? "" : domain;
        return new OnnxNode(
                name, operator, shortDomain, List.copyOf(inputs), List.copyOf(outputs), List.copyOf(attributes));
    }

    private static OnnxValue value(WireReader in) {
        OnnxValue value = new OnnxValue("", OnnxType.UNDEFINED, Optional.empty());
        for (int field = in.next(); field != 0; field = in.next()) {
            value = switch (field) {
                case 1 -> new OnnxValue(in.text(), value.type(), value.dimensions());
                case 2 -> typed(value, in.message());
                default -> skipped(value, in);
            };
        }
        return value;
    }

    private static OnnxValue typed(OnnxValue value, WireReader type) {
        OnnxValue result = value;
        for (int field = type.next(); field != 0; field = type.next()) {
            result = field == 1 ? tensorType(result, type.message()) : skipped(result, type);
        }
        return result;
    }

    private static OnnxValue tensorType(OnnxValue value, WireReader tensor) {
        OnnxValue result = value;
        for (int field = tensor.next(); field != 0; field = tensor.next()) {
            result = switch (field) {
                case 1 -> new OnnxValue(result.name(), OnnxType.of(tensor.integer32()), result.dimensions());
                case 2 -> new OnnxValue(result.name(), result.type(), Optional.of(shape(tensor.message())));
                default -> skipped(result, tensor);
            };
        }
        return result;
    }

    private static List<OnnxValue.Dimension> shape(WireReader shape) {
        List<OnnxValue.Dimension> dimensions = new ArrayList<>();
        for (int field = shape.next(); field != 0; field = shape.next()) {
            if (field == 1) {
                dimensions.add(dimension(shape.message()));
            } else {
                shape.skip();
            }
        }
        return List.copyOf(dimensions);
    }

    private static OnnxValue.Dimension dimension(WireReader in) {
        OnnxValue.Dimension dimension = new OnnxValue.Named("");
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> dimension = new OnnxValue.Fixed(in.integer());
                case 2 -> dimension = new OnnxValue.Named(in.text());
                default -> in.skip();
            }
        }
        return dimension;
    }

    private static OnnxValue skipped(OnnxValue value, WireReader in) {
        in.skip();
        return value;
    }
}
