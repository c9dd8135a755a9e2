package io.tandem.backend.cpu.work;

/** Work that is one piece. */
record Single(Runnable action) implements Work {
    @Override
    public int pieces() {
        return 1;
    }

    @Override
    public void run(int piece, int slot) {
        action.run();
    }
}
