package io.tandem.scheduler.planning;

import io.tandem.backend.DeviceKind;
import io.tandem.scheduler.planning.assign.Anchors;
import io.tandem.scheduler.planning.assign.Findings;
import io.tandem.scheduler.planning.assign.FreeNodes;
import io.tandem.scheduler.planning.assign.Leaves;
import io.tandem.scheduler.planning.assign.Pins;
import io.tandem.scheduler.planning.assign.Scorer;
import io.tandem.scheduler.planning.assign.Spread;
import io.tandem.scheduler.planning.assign.StateHomes;
import io.tandem.scheduler.planning.assign.Terrain;
import io.tandem.scheduler.planning.order.Edges;
import io.tandem.scheduler.planning.work.Assigned;
import io.tandem.scheduler.planning.work.LiveGraph;
import io.tandem.scheduler.planning.work.SupportTable;
import java.util.ArrayList;
import java.util.List;

/** The first half of planning: where everything runs and lives. */
final class Placing {
    private final Request request;
    private final LiveGraph graph;
    private final SupportTable support;
    private final Edges edges;

    Placing(Request request) {
        this.request = request;
        this.graph = LiveGraph.of(request.graph());
        boolean[] absent = new boolean[request.devices().size()];
        for (int device = 0; device < absent.length; device++) {
            absent[device] = request.isAbsent(device);
        }
        this.support = new SupportTable(graph, request.devices(), absent);
        this.edges = Edges.of(graph);
    }

    LiveGraph graph() {
        return graph;
    }

    /** Places everything, with the weights spread in that way. */
    Placed place(Spread spread) {
        Findings findings = new Findings();
        Pins pins = Pins.resolve(graph, request.placement(), deviceIds(), findings);
        Terrain terrain = new Terrain(graph, support, pins);
        spread.settle(terrain);
        StateHomes.decide(terrain, request.stateHomes(), findings);
        Anchors anchors = Anchors.of(terrain, findings);
        findings.throwIfAny();
        Leaves leaves = new Leaves(graph, terrain.homes(), cpus(), terrain.firstPresent());
        int devices = request.devices().size();
        Scorer scorer =
                new Scorer(leaves, edges, graph, devices, request.options().reorderWindow());
        int[] nodes = FreeNodes.place(terrain, anchors, scorer);
        Assigned assigned = Assigned.of(nodes, leaves.settle(nodes));
        return new Placed(graph, support, pins, terrain, anchors, assigned, edges, scorer, findings);
    }

    /** Devices that take no part cannot be pinned to. */
    private List<String> deviceIds() {
        List<String> ids = new ArrayList<>();
        for (int device = 0; device < request.devices().size(); device++) {
            ids.add(request.isAbsent(device) ? request.id(device) + " (no share)" : request.id(device));
        }
        return ids;
    }

    private boolean[] cpus() {
        boolean[] cpus = new boolean[request.devices().size()];
        for (int device = 0; device < cpus.length; device++) {
            cpus[device] = request.devices().get(device).info().kind() == DeviceKind.CPU;
        }
        return cpus;
    }
}
