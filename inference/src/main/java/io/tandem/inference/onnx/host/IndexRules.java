package io.tandem.inference.onnx.host;

/** Which elements indices mean, for operators that read or write by index. Negative indices count from the end. */
public final class IndexRules {
    private IndexRules() {}

    /** An index of an axis, counted from its start. */
    public static long index(long index, long extent) {
        long resolved = index < 0 ? index + extent : index;
        if (resolved < 0 || resolved >= extent) {
            throw Refusal.invalid("index " + index + " of an axis of extent " + extent);
        }
        return resolved;
    }

    /**
     * Of indices [.., k] into the first k axes of what lies behind {@code batch} axes, or into each row of them: the
     * numbers of the rows that they mean, as if those k axes were one.
     */
    public static int[] rows(HostTensor indices, Dims data, int batch) {
        int width = width(indices.dims(), data, batch);
        Dims indexed = data.range(batch, batch + width);
        long[] strides = indexed.strides();
        int[] rows = new int[width == 0 ? 0 : indices.size() / width];
        for (int i = 0; i < rows.length; i++) {
            long row = 0;
            for (int axis = 0; axis < width; axis++) {
                row += index(indices.integer(i * width + axis), indexed.extent(axis)) * strides[axis];
            }
            rows[i] = Math.toIntExact(row);
        }
        return rows;
    }

    /** How many axes of the data indices of a shape go into. */
    public static int width(Dims indices, Dims data, int batch) {
        long width = indices.rank() == 0 ? -1 : indices.extent(indices.rank() - 1);
        if (width < 1
                || batch + width > data.rank()
                || batch >= indices.rank()
                || !indices.range(0, batch).equals(data.range(0, batch))) {
            throw Refusal.invalid("indices of shape " + indices + " for data of shape " + data);
        }
        return (int) width;
    }

    /** The shape of what GatherND picks. */
    public static Dims gathered(Dims indices, Dims data, int batch) {
        int width = width(indices, data, batch);
        return indices.range(0, indices.rank() - 1).append(data.range(batch + width, data.rank()));
    }

    /** Of indices of the elements of axis {@code axis} of data: the number of each element that they mean. */
    public static int[] elements(HostTensor indices, Dims data, int axis) {
        Dims dims = indices.dims();
        if (dims.rank() != data.rank()) {
            throw Refusal.invalid("indices of shape " + dims + " for data of shape " + data);
        }
        long[] strides = data.strides();
        long[] own = dims.strides();
        int[] elements = new int[indices.size()];
        for (int i = 0; i < elements.length; i++) {
            long element = 0;
            for (int at = 0; at < dims.rank(); at++) {
                long place = at == axis ? indices.integer(i) : i / own[at] % dims.extent(at);
                element += index(place, data.extent(at)) * strides[at];
            }
            elements[i] = Math.toIntExact(element);
        }
        return elements;
    }

    /**
     * Where each of so many rows comes from when some are overwritten: its own number, or {@code rows} and the number of
     * the update that is written to it last.
     */
    public static int[] sources(int rows, int... targets) {
        int[] sources = new int[rows];
        for (int i = 0; i < rows; i++) {
            sources[i] = i;
        }
        for (int i = 0; i < targets.length; i++) {
            sources[targets[i]] = rows + i;
        }
        return sources;
    }
}
