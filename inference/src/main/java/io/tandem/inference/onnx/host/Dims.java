package io.tandem.inference.onnx.host;

import java.util.Arrays;
import java.util.List;

/** The extents of a tensor of any rank, outermost first. Their product fits into a long with room to spare. */
public final class Dims {
    /** Of a single number: no dimension at all. */
    public static final Dims SCALAR = new Dims(new long[0]);

    private final long[] extents;

    private Dims(long[] extents) {
        double elements = 1;
        for (long extent : extents) {
            if (extent < 0) {
                throw Refusal.invalid("negative extent in " + Arrays.toString(extents));
            }
            elements *= Math.max(1, extent);
        }
        if (elements > 0x1p59) {
            throw Refusal.invalid("too many elements in " + Arrays.toString(extents));
        }
        this.extents = extents;
    }

    /** Dimensions of the given extents, outermost first. */
    public static Dims of(long... extents) {
        return new Dims(extents.clone());
    }

    /** Dimensions of the given extents, outermost first. */
    public static Dims of(List<Long> extents) {
        return new Dims(extents.stream().mapToLong(Long::longValue).toArray());
    }

    /** The number of dimensions. */
    public int rank() {
        return extents.length;
    }

    /** The extent of an axis, 0 to rank − 1. */
    public long extent(int axis) {
        return extents[axis];
    }

    /** The product of all extents. */
    public long elements() {
        return product(0, rank());
    }

    /** The product of the extents of axes {@code from} (inclusive) to {@code to} (exclusive). */
    public long product(int from, int to) {
        long product = 1;
        for (int i = from; i < to; i++) {
            product *= extents[i];
        }
        return product;
    }

    /** The axis that {@code axis} means, where negative ones count from the end. */
    public int axis(long axis) {
        long resolved = axis < 0 ? axis + rank() : axis;
        if (resolved < 0 || resolved >= rank()) {
            throw Refusal.invalid("axis " + axis + " of a tensor of shape " + this);
        }
        return (int) resolved;
    }

    /** These dimensions with the extent of one axis replaced. */
    public Dims with(int axis, long extent) {
        long[] changed = extents.clone();
        changed[axis] = extent;
        return new Dims(changed);
    }

    /** The dimensions of axes {@code from} (inclusive) to {@code to} (exclusive). */
    public Dims range(int from, int to) {
        return new Dims(Arrays.copyOfRange(extents, from, to));
    }

    /** These dimensions followed by others. */
    public Dims append(Dims others) {
        long[] all = Arrays.copyOf(extents, rank() + others.rank());
        System.arraycopy(others.extents, 0, all, rank(), others.rank());
        return new Dims(all);
    }

    /** These dimensions with ones put in front, up to {@code rank} dimensions. */
    public Dims padded(int rank) {
        long[] all = new long[Math.max(rank, rank())];
        Arrays.fill(all, 1);
        System.arraycopy(extents, 0, all, all.length - rank(), rank());
        return new Dims(all);
    }

    /** Axis i of the result is axis {@code order[i]} of these. */
    public Dims permute(int... order) {
        return new Dims(Arrays.stream(order).mapToLong(axis -> extents[axis]).toArray());
    }

    /** What tensors of these and of other dimensions have in common when each is repeated along its extents of 1. */
    public Dims broadcast(Dims other) {
        int rank = Math.max(rank(), other.rank());
        long[] left = padded(rank).extents;
        long[] right = other.padded(rank).extents;
        for (int i = 0; i < rank; i++) {
            if (left[i] != right[i] && left[i] != 1 && right[i] != 1) {
                throw Refusal.invalid("shapes " + this + " and " + other + " do not broadcast");
            }
            left[i] = left[i] == 1 ? right[i] : left[i];
        }
        return new Dims(left);
    }

    /** How far apart neighbours along each axis are, in elements, when the last axis is contiguous. */
    public long[] strides() {
        long[] strides = new long[rank()];
        long stride = 1;
        for (int i = rank() - 1; i >= 0; i--) {
            strides[i] = stride;
            stride *= extents[i];
        }
        return strides;
    }

    /** A copy of the extents. */
    public long[] toArray() {
        return extents.clone();
    }

    /** The extents as a list. */
    public List<Long> toList() {
        return Arrays.stream(extents).boxed().toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Dims dims && Arrays.equals(extents, dims.extents);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(extents);
    }

    /** The extents in brackets: {@code [2, 128, 384]}. */
    @Override
    public String toString() {
        return Arrays.toString(extents);
    }
}
