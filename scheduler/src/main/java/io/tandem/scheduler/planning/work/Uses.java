package io.tandem.scheduler.planning.work;

/** The reads of each storage. */
final class Uses {
    private final int[] first;
    private final int[] reads;

    private Uses(int storages, int count) {
        first = new int[storages + 1];
        reads = new int[count];
    }

    static Uses of(Reads all, int storages) {
        Uses uses = new Uses(storages, all.count());
        for (int read = 0; read < all.count(); read++) {
            uses.first[all.storage(read) + 1]++;
        }
        for (int storage = 0; storage < storages; storage++) {
            uses.first[storage + 1] += uses.first[storage];
        }
        int[] next = uses.first.clone();
        for (int read = 0; read < all.count(); read++) {
            uses.reads[next[all.storage(read)]++] = read;
        }
        return uses;
    }

    int first(int storage) {
        return first[storage];
    }

    int read(int use) {
        return reads[use];
    }
}
