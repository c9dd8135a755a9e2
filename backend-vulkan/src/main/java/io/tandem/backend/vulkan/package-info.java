/** The Vulkan compute backend. */
@NullMarked
package io.tandem.backend.vulkan;

import org.jspecify.annotations.NullMarked;
