package io.tandem.testkit.fake;

/** What a {@link FakeDevice} is asked to do, as {@link FakeDevice#failAt} counts it. */
public enum FakeCall {
    /** Memory is allocated or wrapped. */
    ALLOCATE,
    /** A program is compiled. */
    COMPILE,
    /** Bytes go to the device. */
    UPLOAD,
    /** Bytes come from the device. */
    DOWNLOAD,
    /** Bytes go from buffer to buffer. */
    COPY,
    /** Bytes are set. */
    FILL,
    /** A program runs. */
    EXECUTE
}
