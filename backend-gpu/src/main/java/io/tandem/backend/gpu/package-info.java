/**
 * What a node becomes on a GPU: which kernels run, on which memory, with which parameters. Knows no driver: the Vulkan and
 * the OpenCL backend have kernels of the same names for it, in GLSL and in OpenCL C.
 */
@NullMarked
package io.tandem.backend.gpu;

import org.jspecify.annotations.NullMarked;
