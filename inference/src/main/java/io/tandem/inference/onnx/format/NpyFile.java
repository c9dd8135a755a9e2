package io.tandem.inference.onnx.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tandem.inference.ModelException;
import io.tandem.inference.resource.Reason;
import io.tandem.inference.resource.WholeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Files of NumPy's format ({@code .npy}), versions 1 to 3. All numbers and truth values; what Fortran left in its order or a
 * big-endian machine in its own is turned round.
 *
 * @see <a href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">The format</a>
 */
public final class NpyFile {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** The header is filled up so that the elements start at a multiple of this. */
    private static final int ALIGNMENT = 64;

    private NpyFile() {}

    /**
     * Reads a tensor, without a name, into memory.
     *
     * @throws ModelException if the file is missing, unreadable, damaged, no such file or holds no numbers
     */
    public static OnnxTensor read(Path file) {
        try {
            return read(WholeFile.read(file));
        } catch (IOException e) {
            throw new ModelException("cannot read tensor " + file + ": " + Reason.of(e), e);
        } catch (WireException e) {
            throw new ModelException(
                    "cannot read tensor " + file + ": " + e.getMessage() + ". The file is damaged or no .npy file.", e);
        }
    }

    private static OnnxTensor read(byte[] content) {
        if (content.length < 12 || !Arrays.equals(content, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new WireException("it does not start as a .npy file");
        }
        int version = content[6];
        if (version < 1 || version > 3) {
            throw new WireException("version " + version + " of the format");
        }
        ByteBuffer lengths = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        int start = version == 1 ? 10 : 12;
        long length = version == 1 ? lengths.getShort(8) & 0xFFFF : lengths.getInt(8) & 0xFFFF_FFFFL;
        if (length > content.length - start) {
            throw new WireException("the header is cut off");
        }
        int end = Math.toIntExact(start + length);
        NpyHeader header = NpyHeader.of(new String(content, start, end - start, ISO_8859_1));
        byte[] data = Arrays.copyOfRange(content, end, content.length);
        long wanted = header.type().byteSize(header.elements());
        if (data.length != wanted) {
            throw new WireException(
                    header.type() + " of shape " + header.shape() + " take " + wanted + " bytes, not " + data.length);
        }
        int width = header.type().bits() / Byte.SIZE;
        byte[] ordered = header.isFortran() ? rowMajor(data, header.shape(), width) : data;
        if (header.isBigEndian()) {
            reverse(ordered, width);
        }
        // an array of longs keeps every element aligned
        MemorySegment elements = MemorySegment.ofArray(new long[Math.ceilDiv(ordered.length, Long.BYTES)])
                .asSlice(0, ordered.length)
                .copyFrom(MemorySegment.ofArray(ordered));
        return new OnnxTensor("", header.shape(), header.type(), elements, List.of());
    }

    /** Elements whose first index varies fastest, so that the last one does. */
    private static byte[] rowMajor(byte[] data, List<Long> shape, int width) {
        byte[] ordered = new byte[data.length];
        int[] position = new int[shape.size()];
        for (int to = 0; to < data.length / width; to++) {
            int from = 0;
            for (int axis = shape.size() - 1; axis >= 0; axis--) {
                from = from * Math.toIntExact(shape.get(axis)) + position[axis];
            }
            System.arraycopy(data, from * width, ordered, to * width, width);
            for (int axis = shape.size() - 1; axis >= 0 && ++position[axis] == shape.get(axis); axis--) {
                position[axis] = 0;
            }
        }
        return ordered;
    }

    private static void reverse(byte[] data, int width) {
        for (int start = 0; start < data.length; start += width) {
            for (int i = 0; i < width / 2; i++) {
                byte swapped = data[start + i];
                data[start + i] = data[start + width - 1 - i];
                data[start + width - 1 - i] = swapped;
            }
        }
    }

    /**
     * Writes a tensor. Its name is not kept.
     *
     * @throws IllegalArgumentException if NumPy has no such type
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, OnnxTensor tensor) throws IOException {
        String shape = tensor.dimensions().stream().map(extent -> extent + ",").collect(Collectors.joining(" "));
        String dictionary = "{'descr': '" + NpyHeader.description(tensor.type())
                + "', 'fortran_order': False, 'shape': (" + shape + "), }";
        int unpadded = MAGIC.length + 4 + dictionary.length() + 1;
        String header = dictionary + " ".repeat(Math.ceilDiv(unpadded, ALIGNMENT) * ALIGNMENT - unpadded) + "\n";
        ByteBuffer start = ByteBuffer.allocate(MAGIC.length + 4).order(ByteOrder.LITTLE_ENDIAN);
        start.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) header.length());
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(start.array());
            out.write(header.getBytes(ISO_8859_1));
            out.write(tensor.data().toArray(ValueLayout.JAVA_BYTE));
        }
    }
}
