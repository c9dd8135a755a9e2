/**
 * The ONNX file format, read in place: records for the part of the format that Tandem uses, over the mapped file.
 *
 * <p>Protocol Buffers' own Java runtime copies a whole file to the heap before it reads the first field, which a
 * model of 90 MB makes felt and one of 2 GB impossible. The wire format is small enough to read where it lies.
 */
@NullMarked
package io.tandem.inference.onnx.format;

import org.jspecify.annotations.NullMarked;
