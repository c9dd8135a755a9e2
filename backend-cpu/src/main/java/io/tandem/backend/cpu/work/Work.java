package io.tandem.backend.cpu.work;

/** Work in pieces that do not depend on each other. */
public interface Work {
    /** The number of pieces; 1 for work that is not worth sharing. */
    int pieces();

    /**
     * Runs one piece.
     *
     * @param slot which of the pool's threads this is, 0 for the caller; no two run at once with the same slot
     */
    void run(int piece, int slot);
}
