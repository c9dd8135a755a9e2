package io.tandem.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.backend.CommandQueue;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What holds for many transfers under way at once. */
public interface TransferContract extends ConformanceTarget {
    @Test
    default void randomTransfersEndAsInOrder() {
        for (long seed = 1; seed <= 4; seed++) {
            List<CommandQueue> queues =
                    IntStream.range(0, 2).mapToObj(i -> device().newQueue()).toList();
            try (RandomTransfers transfers = new RandomTransfers(device(), queues, seed)) {
                transfers.submit(150);
                queues.forEach(CommandQueue::close);
                assertThat(transfers.firstDifference()).isEqualTo(-1);
            }
        }
    }
}
