package com.acme.tandem;

import java.util.List;

/** Computes a result from its operands. */
@FunctionalInterface
interface AcmeKernel {
    void run(List<AcmeTensor> inputs, AcmeTensor output);

    /** A kernel that computes each element by itself. */
    static AcmeKernel elementwise(Element element) {
        return (inputs, output) -> {
            var shape = output.layout().shape();
            for (long i3 = 0; i3 < shape.d3(); i3++) {
                for (long i2 = 0; i2 < shape.d2(); i2++) {
                    for (long i1 = 0; i1 < shape.d1(); i1++) {
                        for (long i0 = 0; i0 < shape.d0(); i0++) {
                            output.set(i0, i1, i2, i3, element.at(inputs, i0, i1, i2, i3));
                        }
                    }
                }
            }
        };
    }

    /** The element of a result at a place. */
    @FunctionalInterface
    interface Element {
        float at(List<AcmeTensor> inputs, long i0, long i1, long i2, long i3);
    }
}
