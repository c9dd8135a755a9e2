package io.tandem.inference.onnx.format;

import io.tandem.inference.onnx.format.OnnxAttribute.Value;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one {@code AttributeProto}. */
final class AttributeReader {
    private static final ValueLayout.OfFloat LITTLE_FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** ONNX's names of the kinds, by the number that stands for them in the file. */
    private static final List<String> KINDS = List.of(
            "undefined",
            "float",
            "int",
            "string",
            "tensor",
            "graph",
            "floats",
            "ints",
            "strings",
            "tensors",
            "graphs",
            "sparse_tensor",
            "sparse_tensors",
            "type_proto",
            "type_protos");

    private final ExternalData files;
    private final List<Float> floats = new ArrayList<>();
    private final List<Long> integers = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private String name = "";
    private int kind;
    private int lastSeen;
    private float real;
    private long integer;
    private String text = "";
    private @Nullable OnnxTensor tensor;
    private @Nullable OnnxGraph graph;

    private AttributeReader(ExternalData files) {
        this.files = files;
    }

    static OnnxAttribute read(WireReader in, ExternalData files) {
        AttributeReader reader = new AttributeReader(files);
        reader.readFields(in);
        return new OnnxAttribute(reader.name, reader.value());
    }

    private void readFields(WireReader in) {
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> name = in.text();
                case 2 -> real = seen(1, in.float32());
                case 3 -> integer = seen(2, in.integer());
                case 4 -> text = seen(3, in.text());
                case 5 -> tensor = seen(4, TensorReader.read(in.message(), files));
                case 6 -> graph = seen(5, GraphReader.read(in.message(), files));
                case 7 -> addFloats(seen(6, in.fixedWidth(Float.BYTES)));
                case 8 -> in.integers(value -> integers.add(seen(7, value)));
                case 9 -> texts.add(seen(8, in.text()));
                case 20 -> kind = in.integer32();
                default -> in.skip();
            }
        }
    }

    /** The first version of the format has no kind: then the field that is there tells. */
    private <T> T seen(int kindOfField, T value) {
        lastSeen = kindOfField;
        return value;
    }

    private void addFloats(MemorySegment packed) {
        for (long at = 0; at < packed.byteSize(); at += Float.BYTES) {
            floats.add(packed.get(LITTLE_FLOAT, at));
        }
    }

    private Value value() {
        int which = kind == 0 ? lastSeen : kind;
        if (which < 0 || which >= KINDS.size()) {
            throw new WireException("attribute '" + name + "' has the unknown kind " + which);
        }
        return switch (which) {
            case 1 -> new OnnxAttribute.OfFloat(real);
            case 2 -> new OnnxAttribute.OfInteger(integer);
            case 3 -> new OnnxAttribute.OfText(text);
            case 4 -> new OnnxAttribute.OfTensor(present(tensor));
            case 5 -> new OnnxAttribute.OfGraph(present(graph));
            case 6 -> new OnnxAttribute.OfFloats(List.copyOf(floats));
            case 7 -> new OnnxAttribute.OfIntegers(List.copyOf(integers));
            case 8 -> new OnnxAttribute.OfTexts(List.copyOf(texts));
            default -> new OnnxAttribute.Unread(KINDS.get(which));
        };
    }

    private <T> T present(@Nullable T value) {
        if (value == null) {
            throw new WireException("attribute '" + name + "' has no value");
        }
        return value;
    }
}
