/** Large files that come inside jars: unpacked once per user, checked on each use. */
@NullMarked
package io.tandem.inference.resource;

import org.jspecify.annotations.NullMarked;
