/** The OpenCL backend. */
@NullMarked
package io.tandem.backend.opencl;

import org.jspecify.annotations.NullMarked;
