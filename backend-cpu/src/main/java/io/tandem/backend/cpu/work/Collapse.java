package io.tandem.backend.cpu.work;

import io.tandem.tensor.Shape;
import io.tandem.tensor.Strides;
import java.util.ArrayList;
import java.util.List;

/**
 * Sees tensors of one shape as tensors of fewer, longer rows, where the memory of all of them allows: most element-wise
 * nodes become one long row. Dimension 0 counts blocks of block types.
 */
final class Collapse {
    private static final long LONGEST_ROW = Integer.MAX_VALUE / 16;

    private final long[] extents = new long[Shape.DIMENSIONS];
    private final long[][] strides;

    private Collapse(List<View> views) {
        strides = new long[views.size()][Shape.DIMENSIONS];
    }

    /** The views with merged dimensions. All have the same shape, no block types, and elements. */
    static List<View> of(List<View> views) {
        Collapse collapse = new Collapse(views);
        int last = collapse.merge(views);
        List<View> merged = new ArrayList<>();
        for (int v = 0; v < views.size(); v++) {
            merged.add(views.get(v).as(collapse.shape(last), collapse.strides(v, last), 0));
        }
        return merged;
    }

    /** Merges each dimension into the one before it where possible; the number of the last one that is left. */
    private int merge(List<View> views) {
        int last = 0;
        take(views, 0, 0);
        for (int i = 1; i < Shape.DIMENSIONS; i++) {
            long extent = views.getFirst().shape().dim(i);
            if (extent == 1) {
                continue;
            }
            if (extents[last] == 1) {
                take(views, i, last);
            } else if (follows(views, i, last) && extents[last] * extent <= LONGEST_ROW) {
                extents[last] *= extent;
            } else {
                last++;
                take(views, i, last);
            }
        }
        return last;
    }

    private void take(List<View> views, int from, int to) {
        extents[to] = views.getFirst().shape().dim(from);
        for (int v = 0; v < views.size(); v++) {
            strides[v][to] = views.get(v).strides().stride(from);
        }
    }

    private boolean follows(List<View> views, int i, int last) {
        for (int v = 0; v < views.size(); v++) {
            if (views.get(v).strides().stride(i) != strides[v][last] * extents[last]) {
                return false;
            }
        }
        return true;
    }

    private Shape shape(int last) {
        return new Shape(extents[0], last > 0 ? extents[1] : 1, last > 1 ? extents[2] : 1, last > 2 ? extents[3] : 1);
    }

    private Strides strides(int view, int last) {
        long[] of = strides[view];
        return new Strides(of[0], last > 0 ? of[1] : 0, last > 1 ? of[2] : 0, last > 2 ? of[3] : 0);
    }
}
