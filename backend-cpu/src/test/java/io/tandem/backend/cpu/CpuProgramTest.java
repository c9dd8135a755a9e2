package io.tandem.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tandem.backend.BufferSlice;
import io.tandem.backend.Executable;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Kernels check no address, so memory that would not do is refused when a program is compiled. */
class CpuProgramTest {
    private final Product product = new Product(Map.of("threads", "2"));

    private final BufferSlice operand = product.slice(0, 0, Product.BYTES);
    private final BufferSlice result = product.slice(2, 0, Product.BYTES);
    private final BufferSlice scratch = product.slice(3, 0, product.scratchBytes());

    @AfterEach
    void close() {
        product.close();
    }

    private void assertRefused(BufferSlice operand, BufferSlice result, BufferSlice scratch, String... facts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> product.compile(operand, result, scratch).close())
                .satisfies(e -> assertThat(e).hasMessageContainingAll(facts));
    }

    @Test
    void takesMemoryOfTheRightSize() {
        try (Executable program = product.compile(operand, result, scratch)) {
            product.upload();
            product.run(program);
            assertThat(product.result()).isEqualTo(Product.expected());
        }
    }

    @Test
    void refusesOperandsThatAreTooShort() {
        BufferSlice tooShort = product.slice(0, 0, Product.BYTES - 1);
        assertRefused(tooShort, result, scratch, "a", "needs 16384 bytes", "16383");
    }

    @Test
    void refusesResultsThatAreTooShort() {
        BufferSlice tooShort = product.slice(2, 0, Product.BYTES - 4);
        assertRefused(operand, tooShort, scratch, "needs 16384 bytes", "16380");
    }

    @Test
    void refusesMemoryBetweenElements() {
        assertRefused(product.slice(0, 2, Product.BYTES), result, scratch, "a", "multiple of 4 bytes");
        assertRefused(operand, product.slice(2, 1, Product.BYTES), scratch, "multiple of 4 bytes");
    }

    @Test
    void refusesScratchThatIsTooSmallOrNotAligned() {
        long needed = product.scratchBytes();
        assertThat(needed).as("the product's scratch").isGreaterThan(64);
        BufferSlice tooSmall = product.slice(3, 0, needed - 1);
        assertRefused(operand, result, tooSmall, "MUL_MAT", needed + " bytes of scratch", "given " + (needed - 1));
        BufferSlice misaligned = product.slice(2, Product.BYTES + 32, needed);
        assertRefused(operand, result, misaligned, "MUL_MAT", "multiple of 64");
    }
}
