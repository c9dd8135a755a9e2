package io.tandem.scheduler.planning;

/**
 * Somebody touches memory.
 *
 * @param command by which command
 * @param step at which node of a segment, 0 for transfers
 * @param writes whether it writes
 */
record Access(int command, int step, boolean writes) {}
