package io.tandem.inference.onnx;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What ONNX Runtime makes of a model: the results that imported graphs are held against. */
public final class OnnxRuntime {
    private OnnxRuntime() {}

    /** The outputs of a model in the order in which it lists them. */
    public static List<OnnxTensor> run(byte[] model, List<OnnxTensor> inputs) {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        Map<String, ai.onnxruntime.OnnxTensor> fed = new HashMap<>();
        try (OrtSession.SessionOptions options = options();
                OrtSession session = environment.createSession(model, options)) {
            for (OnnxTensor input : inputs) {
                fed.put(input.name(), tensor(environment, input));
            }
            try (OrtSession.Result result = session.run(fed)) {
                List<OnnxTensor> outputs = new ArrayList<>();
                for (Map.Entry<String, OnnxValue> output : result) {
                    outputs.add(tensor(output.getKey(), (ai.onnxruntime.OnnxTensor) output.getValue()));
                }
                return outputs;
            }
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        } finally {
            fed.values().forEach(ai.onnxruntime.OnnxTensor::close);
        }
    }

    /** As the model says, without optimisations, some of which fail on empty tensors. */
    private static OrtSession.SessionOptions options() throws OrtException {
        OrtSession.SessionOptions options = new OrtSession.SessionOptions();
        options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.NO_OPT);
        options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
        options.setIntraOpNumThreads(1);
        return options;
    }

    private static ai.onnxruntime.OnnxTensor tensor(OrtEnvironment environment, OnnxTensor tensor) throws OrtException {
        ByteBuffer bytes =
                ByteBuffer.allocateDirect((int) tensor.data().byteSize()).order(ByteOrder.nativeOrder());
        MemorySegment.ofBuffer(bytes).copyFrom(tensor.data());
        long[] shape = tensor.dimensions().stream().mapToLong(Long::longValue).toArray();
        return ai.onnxruntime.OnnxTensor.createTensor(environment, bytes, shape, javaType(tensor.type()));
    }

    private static OnnxJavaType javaType(OnnxType type) {
        return type == OnnxType.BFLOAT16 ? OnnxJavaType.BFLOAT16 : OnnxJavaType.valueOf(type.name());
    }

    private static OnnxTensor tensor(String name, ai.onnxruntime.OnnxTensor tensor) {
        TensorInfo info = tensor.getInfo();
        ByteBuffer bytes = tensor.getByteBuffer();
        MemorySegment data = MemorySegment.ofArray(new long[bytes.remaining() / 8 + 1])
                .asSlice(0, bytes.remaining())
                .copyFrom(MemorySegment.ofBuffer(bytes));
        return new OnnxTensor(
                name,
                Arrays.stream(info.getShape()).boxed().toList(),
                OnnxType.valueOf(info.onnxType.name().replace("ONNX_TENSOR_ELEMENT_DATA_TYPE_", "")),
                data,
                List.of());
    }

    /** A tensor of floats. */
    public static OnnxTensor floats(String name, List<Long> shape, float... values) {
        return new OnnxTensor(name, shape, OnnxType.FLOAT, MemorySegment.ofArray(values), List.of());
    }

    /** A tensor of int64. */
    public static OnnxTensor integers(String name, List<Long> shape, long... values) {
        return new OnnxTensor(name, shape, OnnxType.INT64, MemorySegment.ofArray(values), List.of());
    }

    /** A tensor of truth values. */
    public static OnnxTensor booleans(String name, List<Long> shape, int... values) {
        MemorySegment data = MemorySegment.ofArray(new byte[values.length]);
        for (int i = 0; i < values.length; i++) {
            data.set(ValueLayout.JAVA_BYTE, i, (byte) values[i]);
        }
        return new OnnxTensor(name, shape, OnnxType.BOOL, data, List.of());
    }
}
