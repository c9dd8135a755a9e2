package io.tandem.inference.onnx;

import static io.tandem.inference.onnx.OnnxBuilder.attribute;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.inference.UnsupportedModelException;
import io.tandem.inference.onnx.format.OnnxTensor;
import io.tandem.inference.onnx.format.OnnxType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators that pick, write and sort by index, against ONNX Runtime. */
class IndexParityTest {
    private static OnnxTensor integers(String name, List<Long> shape, long... values) {
        return OnnxRuntime.integers(name, shape, values);
    }

    @Test
    void gathersRowsByOneIndexOrMore() {
        OnnxTensor pairs = integers("indices", List.of(3L, 2L), 0, 1, -1, 0, 1, -2);
        OneNode.of("GatherND").fed(2, 3, 4).constant(pairs).check();
        OneNode.of("GatherND").fed(2, 3, 4).fed(pairs).check();
        OneNode.of("GatherND")
                .fed(3, 4)
                .fed(integers("indices", List.of(2L, 1L), 2, 0))
                .check();
        OnnxTensor whole = integers("indices", List.of(2L, 2L, 3L), 0, 0, 0, 1, 2, 3, 1, 1, 1, 0, 2, 1);
        OneNode.of("GatherND").fed(2, 3, 4).constant(whole).check();
        OneNode.of("GatherND").fed(2, 3, 4).fed(whole).check();
        OneNode.of("GatherND").constant(2, 3, 4).constant(whole).check();
    }

    @Test
    void gathersRowsOfBatches() {
        OnnxTensor indices = integers("indices", List.of(2L, 2L, 1L), 2, 0, 1, -1);
        OneNode.of("GatherND")
                .fed(2, 3, 4)
                .constant(indices)
                .with("batch_dims", 1)
                .check();
        OneNode.of("GatherND").fed(2, 3, 4).fed(indices).with("batch_dims", 1).check();
        OneNode.of("GatherND")
                .constant(2, 3, 4)
                .constant(indices)
                .with("batch_dims", 1)
                .check();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1})
    void gathersElements(long axis) {
        OnnxTensor indices = integers("indices", List.of(2L, 2L, 2L), 0, 1, 1, 0, 1, 1, 0, -1);
        OneNode.of("GatherElements")
                .fed(2, 3, 4)
                .constant(indices)
                .with("axis", axis)
                .check();
        OneNode.of("GatherElements")
                .constant(2, 3, 4)
                .constant(indices)
                .with("axis", axis)
                .check();
    }

    @Test
    void writesToKnownPlaces() {
        OnnxTensor rows = integers("indices", List.of(2L, 1L), 2, -4);
        OneNode.of("ScatterND").fed(4, 3).constant(rows).fed(2, 3).check();
        OneNode.of("ScatterND").constant(4, 3).constant(rows).constant(2, 3).check();
        OnnxTensor single = integers("indices", List.of(2L, 2L), 1, 1, 3, 0);
        OneNode.of("ScatterND").fed(4, 3).constant(single).fed(2).check();
        OnnxTensor elements = integers("indices", List.of(2L, 3L), 1, 0, 2, 3, -4, 1);
        for (String operator : List.of("ScatterElements", "Scatter")) {
            long version = operator.equals("Scatter") ? 10 : 18;
            OneNode.of(operator)
                    .version(version)
                    .fed(4, 3)
                    .constant(elements)
                    .fed(2, 3)
                    .check();
            OneNode.of(operator)
                    .version(version)
                    .constant(4, 3)
                    .constant(elements)
                    .constant(2, 3)
                    .check();
        }
        OnnxTensor columns = integers("indices", List.of(2L, 2L), 1, 0, 2, 1);
        OneNode.of("ScatterElements")
                .fed(4, 3)
                .constant(columns)
                .fed(2, 2)
                .with("axis", 1)
                .check();
        for (String reduction : List.of("add", "mul", "max", "min")) {
            OneNode.of("ScatterElements")
                    .version(18)
                    .constant(4, 3)
                    .constant(columns)
                    .constant(2, 2)
                    .with("axis", 1)
                    .with(attribute("reduction", reduction))
                    .check();
        }
    }

    @Test
    void placesThatOnlyTheRunKnowsAreRefused() {
        byte[] model = OneNode.of("ScatterND")
                .fed(4, 3)
                .fed(integers("indices", List.of(2L, 1L), 2, 0))
                .fed(2, 3)
                .build();
        try (OnnxModel opened = OnnxModel.of("test", model)) {
            assertThatThrownBy(() -> opened.graph(ImportRequest.create()))
                    .isInstanceOf(UnsupportedModelException.class)
                    .hasMessageContaining("ScatterND-17 'ScatterND_0': writing to places that are not known before");
        }
    }

    @Test
    void oneHot() {
        OnnxTensor indices = integers("indices", List.of(2L, 3L), 0, 3, -1, 2, 7, 1);
        OnnxTensor depth = integers("depth", List.of(), 4);
        OnnxTensor values = OnnxRuntime.floats("values", List.of(2L), -1, 5);
        for (long axis : new long[] {-1, 0, 1, 2}) {
            OneNode.of("OneHot")
                    .fed(indices)
                    .constant(depth)
                    .constant(values)
                    .with("axis", axis)
                    .check();
            OneNode.of("OneHot")
                    .constant(indices)
                    .constant(depth)
                    .constant(values)
                    .with("axis", axis)
                    .check();
        }
        OneNode.of("OneHot").fed(indices).constant(depth).fed(values).check();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "-1, 0", "2, 1"})
    void theLargestAndSmallest(long axis, long largest) {
        OneNode.of("TopK")
                .fed(3, 4, 5)
                .integers(2)
                .with("axis", axis)
                .with("largest", largest)
                .results(2)
                .check();
        OneNode.of("TopK")
                .version(10)
                .fed(3, 4, 5)
                .integers(3)
                .with("axis", axis)
                .results(2)
                .check();
        OneNode.of("TopK")
                .version(7)
                .fed(3, 4, 5)
                .with("k", 3)
                .with("axis", axis)
                .results(2)
                .check();
    }

    @Test
    void equalElementsKeepTheirOrder() {
        OneNode.of("TopK")
                .fed(OnnxRuntime.floats("x", List.of(2L, 4L), 1, 3, 3, 2, 0, 0, 0, 0))
                .integers(3)
                .results(2)
                .check();
        for (String operator : List.of("ArgMax", "ArgMin")) {
            OnnxTensor x = OnnxRuntime.floats("x", List.of(2L, 4L), 1, 3, 3, 1, 0, 0, 0, 0);
            OneNode.of(operator).fed(x).with("axis", 1).check();
            OneNode.of(operator)
                    .fed(x)
                    .with("axis", 1)
                    .with("select_last_index", 1)
                    .with("keepdims", 0)
                    .check();
        }
        OneNode.of("Hardmax")
                .fed(OnnxRuntime.floats("x", List.of(2L, 4L), 1, 3, 3, 2, 0, 0, 0, 0))
                .check();
        OneNode.of("Hardmax").version(11).fed(2, 3, 4).with("axis", 1).check();
        OneNode.of("Hardmax").fed(2, 3, 4).with("axis", 1).check();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "1, 0", "1, 1"})
    void runningSums(long exclusive, long reverse) {
        for (long axis : new long[] {0, 1, -1}) {
            OneNode.of("CumSum")
                    .fed(2, 3, 4)
                    .constant(integers("axis", List.of(), axis))
                    .with("exclusive", exclusive)
                    .with("reverse", reverse)
                    .check();
            OneNode.of("CumSum")
                    .constant(2, 3, 4)
                    .constant(integers("axis", List.of(), axis))
                    .with("exclusive", exclusive)
                    .with("reverse", reverse)
                    .check();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-3, -1, 0, 1, 2})
    void triangles(long diagonal) {
        for (long upper : new long[] {0, 1}) {
            OnnxTensor k = integers("k", List.of(), diagonal);
            OneNode.of("Trilu").fed(2, 3, 4).constant(k).with("upper", upper).check();
            OneNode.of("Trilu")
                    .constant(2, 3, 4)
                    .constant(k)
                    .with("upper", upper)
                    .check();
            OneNode.of("Trilu")
                    .fed(integers("x", List.of(3L, 3L), 1, 2, 3, 4, 5, 6, 7, 8, 9))
                    .constant(k)
                    .with("upper", upper)
                    .check();
        }
    }

    @Test
    void unitMatrices() {
        OneNode.of("EyeLike").fed(3, 4).with("k", 1).check();
        OneNode.of("EyeLike")
                .constant(3, 4)
                .with("dtype", OnnxType.INT64.code())
                .check();
    }

    @Test
    void keepsWhatAConditionHoldsFor() {
        OnnxTensor condition = OnnxRuntime.booleans("c", List.of(3L), 1, 0, 1);
        OneNode.of("Compress")
                .constant(2, 3)
                .constant(condition)
                .with("axis", 1)
                .check();
        OneNode.of("Compress").constant(2, 3).constant(condition).check();
    }
}
