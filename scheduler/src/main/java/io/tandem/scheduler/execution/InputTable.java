package io.tandem.scheduler.execution;

import io.tandem.graph.Tensor;
import io.tandem.scheduler.plan.Command;
import io.tandem.scheduler.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/** The inputs that a plan brings to devices, numbered. */
final class InputTable {
    private static final long ALIGNMENT = 64;

    private final List<Tensor> tensors = new ArrayList<>();
    private final long[] stagingOffsets;
    private final long stagingBytes;

    InputTable(Plan plan) {
        for (Command command : plan.commands()) {
            if (command instanceof Command.Upload upload
                    && !tensors.contains(upload.transfer().storage())) {
                tensors.add(upload.transfer().storage());
            }
        }
        stagingOffsets = new long[tensors.size()];
        long offset = 0;
        for (int i = 0; i < tensors.size(); i++) {
            stagingOffsets[i] = offset;
            long bytes = tensors.get(i).layout().byteExtent();
            offset += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
        stagingBytes = offset;
    }

    List<Tensor> tensors() {
        return tensors;
    }

    int indexOf(Tensor tensor) {
        return tensors.indexOf(tensor);
    }

    /** Where an input lies in host memory while it waits for its upload. */
    long stagingOffset(int input) {
        return stagingOffsets[input];
    }

    /** Host memory for all inputs. */
    long stagingBytes() {
        return stagingBytes;
    }
}
