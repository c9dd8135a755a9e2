package io.tandem.backend.cpu;

import io.tandem.backend.Executable;
import java.util.Arrays;
import java.util.Map;

/** A program that multiplies on the CPU and prints whether the result is right. */
final class ScalarProgram {
    private ScalarProgram() {}

    public static void main(String[] arguments) {
        Map<String, String> options = Map.of("kernels", arguments[0]);
        System.out.println(new CpuBackendProvider().discover(options));
        try (Product product = new Product(options);
                Executable program = product.compile()) {
            product.upload();
            product.run(program);
            System.out.println(Arrays.equals(product.result(), Product.expected()) ? "right" : "wrong");
        }
    }
}
