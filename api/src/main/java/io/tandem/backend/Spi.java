package io.tandem.backend;

/** The version of this SPI. */
public final class Spi {
    /**
     * Raised when a backend compiled against an older SPI could no longer run. New operations and new default methods do
     * not raise it. The compiler inlines the constant, so a provider that returns it names the version that it was
     * compiled against.
     */
    public static final int VERSION = 1;

    private Spi() {}
}
