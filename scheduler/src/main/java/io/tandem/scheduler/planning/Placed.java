package io.tandem.scheduler.planning;

import io.tandem.scheduler.planning.assign.Anchors;
import io.tandem.scheduler.planning.assign.Findings;
import io.tandem.scheduler.planning.assign.Pins;
import io.tandem.scheduler.planning.assign.Scorer;
import io.tandem.scheduler.planning.assign.Terrain;
import io.tandem.scheduler.planning.order.Edges;
import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;

/**
 * What runs and lives where, and why.
 *
 * @param graph what runs
 * @param support what the devices say of it
 * @param pins what was asked for
 * @param terrain what was given
 * @param anchors the nodes that had to be somewhere
 * @param assigned where everything is
 * @param edges what waits for what
 * @param scorer measures it
 * @param findings what a user should know
 */
record Placed(
        LiveGraph graph,
        SupportTable support,
        Pins pins,
        Terrain terrain,
        Anchors anchors,
        Assigned assigned,
        Edges edges,
        Scorer scorer,
        Findings findings) {}
