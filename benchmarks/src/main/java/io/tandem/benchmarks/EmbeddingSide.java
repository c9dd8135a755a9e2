package io.tandem.benchmarks;

import io.tandem.benchmarks.harness.Side;
import io.tandem.inference.EmbeddingModel;
import io.tandem.scheduler.Devices;
import io.tandem.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;

/** all-MiniLM-L6-v2 as our users run it, on texts in batches. */
final class EmbeddingSide implements Side {
    private final Devices devices;
    private final Scheduler scheduler;
    private final EmbeddingModel model;
    private final List<List<String>> batches;
    private List<float[]> vectors = List.of();

    /**
     * Loads the model.
     *
     * @param devices closed with this side
     */
    EmbeddingSide(Devices devices, List<List<String>> batches) {
        this.devices = devices;
        this.scheduler = Scheduler.of(devices.select());
        this.model = EmbeddingModel.miniLm(scheduler);
        this.batches = batches;
    }

    @Override
    public void run() {
        List<float[]> all = new ArrayList<>();
        for (List<String> batch : batches) {
            all.addAll(model.embed(batch));
        }
        vectors = all;
    }

    @Override
    public float[] result() {
        return SentenceBenchmarks.joined(vectors);
    }

    @Override
    public void close() {
        model.close();
        scheduler.close();
        devices.close();
    }
}
