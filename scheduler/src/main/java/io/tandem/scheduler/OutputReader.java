package io.tandem.scheduler;

import io.tandem.graph.Graph;
import io.tandem.graph.Tensor;
import io.tandem.scheduler.execution.Results;
import io.tandem.scheduler.execution.RunState;
import io.tandem.scheduler.execution.Runs;
import io.tandem.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads outputs of runs that have ended well. */
record OutputReader(Runs runs, Results results) {
    float[] floats(RunState run, Tensor output) {
        requireReadable(run, output);
        int elements = arrayLength(output);
        float[] values = new float[elements];
        if (output.type() == DType.F32) {
            results.read(run, output, MemorySegment.ofArray(values));
            return values;
        }
        byte[] bytes = new byte[Math.toIntExact(packedBytes(output))];
        MemorySegment packed = MemorySegment.ofArray(bytes);
        results.read(run, output, packed);
        output.type().codec().decode(packed, 0, values, 0, elements);
        return values;
    }

    int[] ints(RunState run, Tensor output) {
        requireReadable(run, output);
        if (output.type() != DType.I32) {
            throw new IllegalArgumentException(output + " does not hold values of type " + DType.I32);
        }
        int[] values = new int[arrayLength(output)];
        results.read(run, output, MemorySegment.ofArray(values));
        return values;
    }

    void bytes(RunState run, Tensor output, MemorySegment target) {
        requireReadable(run, output);
        long needed = packedBytes(output);
        if (target.byteSize() != needed) {
            throw new IllegalArgumentException(output + " has " + needed + " bytes, not " + target.byteSize());
        }
        results.read(run, output, target);
    }

    private void requireReadable(RunState run, Tensor output) {
        Graph graph = run.plan().plan().graph();
        if (!graph.contains(output) || !graph.outputs().contains(output)) {
            throw new IllegalArgumentException(output + " is not an output of this plan: mark it with output(...)");
        }
        boolean overwritten = output.storage().state() == null ? runs.inSlot(run.slot()) != run : runs.latest() != run;
        if (overwritten) {
            throw new IllegalStateException("The results of run " + run.number()
                    + " have been overwritten by a later run: read them before, or use a deeper pipeline");
        }
    }

    private static long packedBytes(Tensor tensor) {
        return tensor.type().rowBytes(tensor.shape().d0()) * tensor.shape().rows();
    }

    private static int arrayLength(Tensor tensor) {
        long elements = tensor.shape().elements();
        if (elements > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(tensor + " does not fit an array: read it into a segment of "
                    + packedBytes(tensor) / ValueLayout.JAVA_BYTE.byteSize() + " bytes");
        }
        return (int) elements;
    }
}
