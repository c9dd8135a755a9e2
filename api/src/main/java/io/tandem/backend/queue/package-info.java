/**
 * What backends over asynchronous drivers share: an in-order queue that stages uploads and downloads, carries failures
 * along events and never lets a submission wait for the device. Internal to Tandem's own backends.
 */
@NullMarked
package io.tandem.backend.queue;

import org.jspecify.annotations.NullMarked;
