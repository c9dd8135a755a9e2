package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.inference.UnsupportedModelException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recurrent layers, against ONNX Runtime: four steps of batches of two, from three features to five. */
class RecurrentParityTest {
    private static final long SIZE = 5;

    static OneNode layer(String operator, String direction) {
        long directions = direction.equals("bidirectional") ? 2 : 1;
        return OneNode.of(operator)
                .fed(4, 2, 3)
                .constant(directions, gates(operator) * SIZE, 3)
                .constant(directions, gates(operator) * SIZE, SIZE)
                .with("hidden_size", SIZE)
                .with(attribute("direction", direction))
                .results(operator.equals("LSTM") ? 3 : 2);
    }

    private static long gates(String operator) {
        return operator.equals("RNN") ? 1 : operator.equals("GRU") ? 3 : 4;
    }

    @ParameterizedTest
    @CsvSource({
        "RNN, forward", "RNN, reverse", "RNN, bidirectional",
        "GRU, forward", "GRU, reverse", "GRU, bidirectional",
        "LSTM, forward", "LSTM, reverse", "LSTM, bidirectional"
    })
    void layers(String operator, String direction) {
        long directions = direction.equals("bidirectional") ? 2 : 1;
        layer(operator, direction).check();
        OneNode whole = layer(operator, direction)
                .constant(directions, 2 * gates(operator) * SIZE)
                .none()
                .fed(directions, 2, SIZE);
        (operator.equals("LSTM") ? whole.fed(directions, 2, SIZE) : whole).check();
    }

    @Test
    void theResetMayComeAfterTheProduct() {
        layer("GRU", "forward")
                .constant(1, 2 * 3 * SIZE)
                .with("linear_before_reset", 1)
                .check();
    }

    @Test
    void lengthsMayBeGivenIfAllAreTheSame() {
        layer("LSTM", "forward")
                .constant(1, 2 * 4 * SIZE)
                .constant(OneNode.tensor("lengths", io.tandem.inference.onnx.format.OnnxType.INT32, List.of(2L), 4, 4))
                .check();
    }

    @Test
    void sequencesOfNoStepsAreRefused() {
        byte[] model = OneNode.of("RNN")
                .fed(0, 2, 3)
                .constant(1, SIZE, 3)
                .constant(1, SIZE, SIZE)
                .build();
        try (OnnxModel opened = OnnxModel.of("test", model)) {
            assertThatThrownBy(() -> opened.graph(ImportRequest.create()))
                    .isInstanceOf(UnsupportedModelException.class)
                    .hasMessageContaining("RNN-17 'RNN_0': a sequence of no steps");
        }
    }

    @Test
    void whatIsNotPlainIsRefused() {
        byte[] model = layer("LSTM", "forward").with("clip", 0.5f).build();
        try (OnnxModel opened = OnnxModel.of("test", model)) {
            assertThatThrownBy(() -> opened.graph(ImportRequest.create()))
                    .isInstanceOf(UnsupportedModelException.class)
                    .hasMessageContaining("LSTM-17 'LSTM_0': clip");
        }
    }
}
