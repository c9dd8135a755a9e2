package io.tandem.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The SPI stays small enough to be implemented in an afternoon. */
class SpiSizeTest {
    private static final List<Class<?>> IMPLEMENTED = List.of(
            BackendProvider.class,
            Device.class,
            DeviceBuffer.class,
            CommandQueue.class,
            Executable.class,
            Event.class,
            WeightLayout.class);

    @Test
    void abstractMethodsStayUnderThirty() {
        List<String> methods = IMPLEMENTED.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> Modifier.isAbstract(method.getModifiers()))
                        .map(method -> type.getSimpleName() + "." + method.getName()))
                .toList();
        assertThat(methods).hasSizeLessThan(30).contains("Device.compile", "CommandQueue.execute");
    }

    @Test
    void nothingElseIsImplemented() {
        assertThat(Stream.of(Discovery.class, Support.class)).allMatch(Class::isSealed);
    }

    @Test
    void optionalAbilitiesHonestlyMeanNo() {
        assertThat(Arrays.stream(Device.class.getDeclaredMethods())
                        .filter(Method::isDefault)
                        .map(Method::getName))
                .containsExactlyInAnyOrder("layout", "wrap", "canUse");
    }
}
