package io.tandem.backend.cpu.work;

/** Memory of which each thread has a part. */
record SlotMemory(long address, long bytesEach) {
    long of(int slot) {
        return address + slot * bytesEach;
    }
}
