package io.tandem.backend;

import java.util.OptionalLong;

/**
 * A device's memory in bytes.
 *
 * @param totalBytes all of it
 * @param freeBytes what is not in use by anyone, if the driver tells
 */
public record MemoryInfo(long totalBytes, OptionalLong freeBytes) {}
