package io.tandem.inference.onnx.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tandem.inference.ModelException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NpyFileTest {
    @TempDir
    Path folder;

    /** A file as NumPy writes it. */
    private Path file(int version, String header, byte... data) throws IOException {
        ByteBuffer content =
                ByteBuffer.allocate(12 + header.length() + data.length).order(ByteOrder.LITTLE_ENDIAN);
        content.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) version)
                .put((byte) 0);
        if (version == 1) {
            content.putShort((short) header.length());
        } else {
            content.putInt(header.length());
        }
        content.put(header.getBytes(StandardCharsets.US_ASCII)).put(data).flip();
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        return Files.write(folder.resolve("file.npy"), bytes);
    }

    private static String header(String type, String order, String shape) {
        return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }          \n";
    }

    private String failure(Path file) {
        try {
            return "read " + NpyFile.read(file);
        } catch (ModelException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = OnnxType.class,
            names = {
                "FLOAT", "DOUBLE", "FLOAT16", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64",
                "BOOL"
            })
    void whatIsWrittenIsRead(OnnxType type) throws IOException {
        byte[] data = new byte[6 * type.bits() / 8];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 17);
        }
        Path file = folder.resolve("written.npy");
        NpyFile.write(file, new OnnxTensor("x", List.of(2L, 3L), type, MemorySegment.ofArray(data), List.of()));
        OnnxTensor read = NpyFile.read(file);
        assertThat(read.type()).isEqualTo(type);
        assertThat(read.dimensions()).containsExactly(2L, 3L);
        assertThat(read.data().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(data);
        assertThat((Files.size(file) - data.length) % 64).isZero();
    }

    @Test
    void otherShapes() throws IOException {
        assertThat(NpyFile.read(file(1, header("|i1", "False", "()"), (byte) 5)).dimensions())
                .isEmpty();
        assertThat(NpyFile.read(file(2, header("|i1", "False", "(1,)"), (byte) 5))
                        .dimensions())
                .containsExactly(1L);
        assertThat(NpyFile.read(file(3, header("|u1", "False", "(0, 3)"))).dimensions())
                .containsExactly(0L, 3L);
    }

    @Test
    void otherOrdersAreTurnedRound() throws IOException {
        OnnxTensor big = NpyFile.read(file(1, header(">i2", "False", "(2,)"), (byte) 1, (byte) 2, (byte) 0, (byte) 3));
        assertThat(big.data().toArray(ValueLayout.JAVA_SHORT)).containsExactly((short) 0x102, (short) 3);
        byte[] columns = {1, 4, 2, 5, 3, 6};
        OnnxTensor fortran = NpyFile.read(file(1, header("|i1", "True", "(2, 3)"), columns));
        assertThat(fortran.data().toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void damagedFilesAreRefused() throws IOException {
        assertThat(failure(folder.resolve("none.npy"))).endsWith("there is no such file");
        assertThat(failure(Files.write(folder.resolve("empty.npy"), new byte[0])))
                .contains("does not start as a .npy file");
        assertThat(failure(file(9, header("<f4", "False", "()"), new byte[4]))).contains("version 9");
        assertThat(failure(file(1, header("<f4", "False", "(2,)"), new byte[7])))
                .contains("take 8 bytes, not 7");
        assertThat(failure(file(1, header("|O8", "False", "(1,)"), new byte[8])))
                .contains("elements of type 'O8'");
        assertThat(failure(file(1, header("<f4", "Maybe", "(1,)"), new byte[4])))
                .contains("has not an order");
        assertThat(failure(file(1, header("<f4", "False", "[1]"), new byte[4]))).contains("has not a shape");
        assertThat(failure(file(1, header("<f4", "False", "(9999999999, 9999999999)"))))
                .contains("impossible");
        assertThat(failure(file(1, header("<f4", "False", "(99999999999999999999,)"))))
                .contains("an extent of 9999");
        Path cut = Files.write(
                folder.resolve("cut.npy"), new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, -1, -1, -1, -1, 0});
        assertThat(failure(cut)).contains("the header is cut off");
    }

    @Test
    void typesWithoutAFormAreRefused() {
        OnnxTensor tensor =
                new OnnxTensor("x", List.of(), OnnxType.BFLOAT16, MemorySegment.ofArray(new byte[2]), List.of());
        assertThatThrownBy(() -> NpyFile.write(folder.resolve("x.npy"), tensor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("NumPy has no type bfloat16");
    }
}
