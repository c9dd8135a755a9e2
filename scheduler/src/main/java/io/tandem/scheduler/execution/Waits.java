package io.tandem.scheduler.execution;

/**
 * What one command waits for.
 *
 * @param after commands of other lanes in the same run
 * @param passable for each of them, whether the device can wait for it itself
 * @param afterPrevious commands of other lanes in the run before
 * @param awaited whether commands of other lanes wait for this one
 */
@SuppressWarnings("ArrayRecordComponent") // read on each run, never compared
record Waits(int[] after, boolean[] passable, int[] afterPrevious, boolean awaited) {}
