package io.tandem.inference.onnx.convert;

import io.tandem.graph.Tensor;
import io.tandem.inference.onnx.host.Dims;
import io.tandem.inference.onnx.host.Refusal;

/** Moves blocks of an image into its channels and back. */
final class SpaceOperators {
    private SpaceOperators() {}

    static void addTo(ConverterTable table) {
        table.one("DepthToSpace", SpaceOperators::depthToSpace);
        table.one("SpaceToDepth", SpaceOperators::spaceToDepth);
    }

    private static long block(Call call) {
        long block = call.attributes().integer("blocksize", 0);
        if (block < 1 || call.dims(0).rank() != 4) {
            throw Refusal.invalid("blocks of " + block + " of shape " + call.dims(0));
        }
        return block;
    }

    private static Value depthToSpace(Call call) {
        Dims dims = call.dims(0);
        long block = block(call);
        if (dims.extent(1) % (block * block) != 0) {
            throw Refusal.invalid(dims.extent(1) + " channels for blocks of " + block);
        }
        long channels = dims.extent(1) / (block * block);
        boolean depthFirst = call.attributes().text("mode", "DCR").equals("DCR");
        Dims parts = depthFirst
                ? Dims.of(dims.extent(0), block, block, channels, dims.extent(2), dims.extent(3))
                : Dims.of(dims.extent(0), channels, block, block, dims.extent(2), dims.extent(3));
        int[] order = depthFirst ? new int[] {0, 3, 4, 1, 5, 2} : new int[] {0, 1, 4, 2, 5, 3};
        return moved(
                call, parts, order, Dims.of(dims.extent(0), channels, dims.extent(2) * block, dims.extent(3) * block));
    }

    private static Value spaceToDepth(Call call) {
        Dims dims = call.dims(0);
        long block = block(call);
        long height = dims.extent(2) / block;
        long width = dims.extent(3) / block;
        if (height * block != dims.extent(2) || width * block != dims.extent(3)) {
            throw Refusal.invalid("blocks of " + block + " of shape " + dims);
        }
        Dims parts = Dims.of(dims.extent(0), dims.extent(1), height, block, width, block);
        return moved(
                call,
                parts,
                new int[] {0, 3, 5, 1, 2, 4},
                Dims.of(dims.extent(0), dims.extent(1) * block * block, height, width));
    }

    private static Value moved(Call call, Dims parts, int[] order, Dims result) {
        Emitter emitter = call.emitter();
        Tensor tensor = emitter.reshape(emitter.tensor(call.value(0)), parts);
        return call.ofFirstType(result, emitter.reshape(Axes.permute(emitter, tensor, parts, order), result));
    }
}
