package io.tandem.scheduler.planning.order;

import java.util.Arrays;

/** A priority queue of ints, the least first. */
final class IntHeap {
    private int[] elements = new int[16];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        size = 0;
    }

    int least() {
        return elements[0];
    }

    void add(int element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
        }
        int hole = size++;
        while (hole > 0 && elements[(hole - 1) / 2] > element) {
            elements[hole] = elements[(hole - 1) / 2];
            hole = (hole - 1) / 2;
        }
        elements[hole] = element;
    }

    int removeLeast() {
        int least = elements[0];
        int last = elements[--size];
        int hole = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && elements[child + 1] < elements[child]) {
                child++;
            }
            if (elements[child] >= last) {
                break;
            }
            elements[hole] = elements[child];
            hole = child;
            child = 2 * hole + 1;
        }
        elements[hole] = last;
        return least;
    }
}
