/**
 * What a node becomes on a Vulkan device: which kernels run, on which memory, with which parameters. Knows nothing of the
 * driver.
 */
@NullMarked
package io.tandem.backend.vulkan.kernel;

import org.jspecify.annotations.NullMarked;
