package io.tandem.scheduler.weights;

import io.tandem.backend.WeightLayout;
import io.tandem.graph.Weight;
import org.jspecify.annotations.Nullable;

/**
 * How a weight is cut for loading: plain bytes anywhere, packed ones between groups of rows.
 *
 * @param total the bytes as stored on the device
 * @param rows the rows of a packed weight; 0 for a plain one
 * @param rowsPerPiece the rows of each piece but the last of a packed weight
 * @param bytesPerPiece the bytes of each piece but the last
 */
record Pieces(long total, long rows, long rowsPerPiece, long bytesPerPiece) {
    static Pieces of(Weight weight, @Nullable WeightLayout layout, long wantedBytes) {
        if (layout == null) {
            return new Pieces(weight.bytes(), 0, 0, Math.max(1, Math.min(weight.bytes(), wantedBytes)));
        }
        long rows = weight.layout().shape().rows();
        long group = layout.rowsPerPack();
        if (rows % group != 0 || rows <= group) {
            // How a last, short group is stored is the layout's own business.
            return new Pieces(layout.bytes(), rows, Math.max(1, rows), Math.max(1, layout.bytes()));
        }
        long bytesPerGroup = layout.bytes() / (rows / group);
        long groups = Math.max(1, wantedBytes / Math.max(1, bytesPerGroup));
        return new Pieces(layout.bytes(), rows, groups * group, groups * bytesPerGroup);
    }

    long count() {
        return rows == 0 ? (total + bytesPerPiece - 1) / bytesPerPiece : (rows + rowsPerPiece - 1) / rowsPerPiece;
    }

    long offset(long index) {
        return index * bytesPerPiece;
    }

    long bytes(long index) {
        return index == count() - 1 ? total - offset(index) : bytesPerPiece;
    }

    long fromRow(long index) {
        return index * rowsPerPiece;
    }

    long toRow(long index) {
        return Math.min(rows, (index + 1) * rowsPerPiece);
    }

    long largest() {
        long last = bytes(count() - 1);
        return count() == 1 ? last : Math.max(bytesPerPiece, last);
    }
}
