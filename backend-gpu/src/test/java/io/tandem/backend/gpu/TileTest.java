package io.tandem.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.tensor.Shape;
import org.junit.jupiter.api.Test;

/** Which part of a product a work group computes. */
class TileTest {
    private static final Shape MANY = Shape.of(4096, 4096);
    private static final Shape FEW = Shape.of(512, 300);
    private static final Traits GPU = new Traits(1024, 49152, true, true, false);

    @Test
    void matrixUnitsTakeWhatMayBeRounded() {
        assertThat(Tile.of(MANY, true, GPU)).isEqualTo(Tile.LARGE_UNITS);
        assertThat(Tile.of(FEW, true, GPU)).isEqualTo(Tile.MEDIUM_UNITS);
        assertThat(Tile.of(MANY, false, GPU)).isEqualTo(Tile.LARGE);
    }

    @Test
    void devicesWithoutThemTakeTheLargestTileOfWhichThereAreEnough() {
        Traits plain = new Traits(1024, 49152, true, false, false);
        assertThat(Tile.of(MANY, true, plain)).isEqualTo(Tile.LARGE);
        assertThat(Tile.of(Shape.of(800, 650), true, plain)).isEqualTo(Tile.MEDIUM);
        assertThat(Tile.of(FEW, true, plain)).isEqualTo(Tile.SMALL);
    }

    @Test
    void nothingIsAboveTheDevicesLimits() {
        for (int threads : new int[] {64, 128, 256}) {
            for (int sharedBytes : new int[] {16384, 32768, 49152}) {
                Tile tile = Tile.of(MANY, true, new Traits(threads, sharedBytes, true, true, false));
                assertThat(tile.threads()).isLessThanOrEqualTo(threads);
                assertThat(tile.sharedBytes()).isLessThanOrEqualTo(sharedBytes);
            }
        }
    }

    @Test
    void softwareTakesSmallTiles() {
        assertThat(Tile.of(MANY, true, new Traits(1024, 49152, true, false, true)))
                .isEqualTo(Tile.SMALL);
    }
}
