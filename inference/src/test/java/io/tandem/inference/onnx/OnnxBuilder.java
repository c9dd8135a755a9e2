package io.tandem.inference.onnx;

import com.google.protobuf.CodedOutputStream;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Writes ONNX files for tests, with Protocol Buffers' own writer: independent of the reader under test. */
public final class OnnxBuilder {
    private final List<byte[]> nodes = new ArrayList<>();
    private final List<byte[]> initializers = new ArrayList<>();
    private final List<byte[]> inputs = new ArrayList<>();
    private final List<byte[]> outputs = new ArrayList<>();
    private long operatorSet = 17;

    /** The version of ONNX's operator set; 17 unless set. */
    public OnnxBuilder operatorSet(long version) {
        operatorSet = version;
        return this;
    }

    /** Adds an input; a dimension is a Long/Integer or the name of an open one. */
    public OnnxBuilder input(String name, OnnxType type, Object... dimensions) {
        inputs.add(value(name, type, dimensions));
        return this;
    }

    /** Adds an output. */
    public OnnxBuilder output(String name, OnnxType type, Object... dimensions) {
        outputs.add(value(name, type, dimensions));
        return this;
    }

    /** Adds an output whose type and shape follow from the graph. */
    public OnnxBuilder output(String name) {
        outputs.add(message(out -> out.writeString(1, name)));
        return this;
    }

    /** Adds a tensor's elements as a constant. */
    public OnnxBuilder constant(OnnxTensor tensor) {
        return initializer(tensor(
                tensor.name(),
                tensor.dimensions(),
                tensor.type(),
                out -> out.writeByteArray(9, tensor.data().toArray(ValueLayout.JAVA_BYTE))));
    }

    /** Adds a constant of floats as raw data. */
    public OnnxBuilder floats(String name, List<Long> dimensions, float... values) {
        ByteBuffer raw = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        raw.asFloatBuffer().put(values);
        return initializer(tensor(name, dimensions, OnnxType.FLOAT, out -> out.writeByteArray(9, raw.array())));
    }

    /** Adds a constant of integers in the typed field. */
    public OnnxBuilder integers(String name, List<Long> dimensions, long... values) {
        return initializer(tensor(name, dimensions, OnnxType.INT64, out -> packed(out, 7, values)));
    }

    /** Adds a constant written with {@link #tensor}. */
    public OnnxBuilder initializer(byte[] tensor) {
        initializers.add(tensor);
        return this;
    }

    /** Adds a node of ONNX's own operators. */
    public OnnxBuilder node(String operator, List<String> inputs, List<String> outputs, byte[]... attributes) {
        return node("", operator, inputs, outputs, attributes);
    }

    /** Adds a node of any domain. */
    public OnnxBuilder node(
            String domain, String operator, List<String> inputs, List<String> outputs, byte[]... attributes) {
        nodes.add(message(out -> {
            for (String input : inputs) {
                out.writeString(1, input);
            }
            for (String output : outputs) {
                out.writeString(2, output);
            }
            out.writeString(3, operator + "_" + nodes.size());
            out.writeString(4, operator);
            for (byte[] attribute : attributes) {
                out.writeByteArray(5, attribute);
            }
            out.writeString(7, domain);
        }));
        return this;
    }

    /** The graph alone, as a subgraph attribute wants it. */
    public byte[] graph() {
        return message(out -> {
            write(out, 1, nodes);
            out.writeString(2, "test");
            write(out, 5, initializers);
            write(out, 11, inputs);
            write(out, 12, outputs);
        });
    }

    /** The whole file. */
    public byte[] build() {
        return message(out -> {
            out.writeInt64(1, 8);
            out.writeString(2, "tandem-tests");
            out.writeByteArray(7, graph());
            out.writeByteArray(8, message(set -> {
                set.writeString(1, "");
                set.writeInt64(2, operatorSet);
            }));
        });
    }

    public static byte[] attribute(String name, long value) {
        return attribute(name, 2, out -> out.writeInt64(3, value));
    }

    public static byte[] attribute(String name, float value) {
        return attribute(name, 1, out -> out.writeFloat(2, value));
    }

    public static byte[] attribute(String name, String value) {
        return attribute(name, 3, out -> out.writeString(4, value));
    }

    public static byte[] attribute(String name, long... values) {
        return attribute(name, 7, out -> packed(out, 8, values));
    }

    public static byte[] attribute(String name, byte[] tensor) {
        return attribute(name, 4, out -> out.writeByteArray(5, tensor));
    }

    /** An attribute of any kind: its number and the field that holds its value. */
    public static byte[] attribute(String name, int kind, Body value) {
        return message(out -> {
            out.writeString(1, name);
            value.write(out);
            out.writeEnum(20, kind);
        });
    }

    /** A tensor whose data the body writes. */
    public static byte[] tensor(String name, List<Long> dimensions, OnnxType type, Body data) {
        return message(out -> {
            packed(out, 1, dimensions.stream().mapToLong(Long::longValue).toArray());
            out.writeInt32(2, type.code());
            data.write(out);
            out.writeString(8, name);
        });
    }

    /** Writes integers as one packed field. */
    public static void packed(CodedOutputStream out, int field, long... values) throws IOException {
        out.writeByteArray(field, message(list -> {
            for (long value : values) {
                list.writeUInt64NoTag(value);
            }
        }));
    }

    private static byte[] value(String name, OnnxType type, Object... dimensions) {
        byte[] shape = message(out -> {
            for (Object dimension : dimensions) {
                out.writeByteArray(1, message(d -> {
                    if (dimension instanceof Number size) {
                        d.writeInt64(1, size.longValue());
                    } else {
                        d.writeString(2, dimension.toString());
                    }
                }));
            }
        });
        byte[] tensorType = message(out -> {
            out.writeInt32(1, type.code());
            out.writeByteArray(2, shape);
        });
        return message(out -> {
            out.writeString(1, name);
            out.writeByteArray(2, message(t -> t.writeByteArray(1, tensorType)));
        });
    }

    private static void write(CodedOutputStream out, int field, List<byte[]> messages) throws IOException {
        for (byte[] message : messages) {
            out.writeByteArray(field, message);
        }
    }

    /** A message from the calls that write its fields. */
    public static byte[] message(Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            body.write(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes a message's fields. */
    @FunctionalInterface
    public interface Body {
        void write(CodedOutputStream out) throws IOException;
    }
}
