package io.tandem.inference.onnx.convert;

import io.tandem.inference.onnx.host.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * What an Einsum computes: the label of each axis of its operands and of its result.
 *
 * @param operands the labels of the operands' axes
 * @param result the labels of the result's axes
 */
record EinsumEquation(List<List<Integer>> operands, List<Integer> result) {
    private static final String ELLIPSIS = "...";

    /** Labels of the axes behind an ellipsis, counted from the last one, are negative. */
    static EinsumEquation of(Call call) {
        String equation = call.attributes().text("equation", "").replace(" ", "");
        int arrow = equation.indexOf("->");
        String[] terms = (arrow < 0 ? equation : equation.substring(0, arrow)).split(",", -1);
        if (terms.length != call.inputs().size()) {
            throw Refusal.invalid(
                    "equation '" + equation + "' of " + call.inputs().size() + " operands");
        }
        List<List<Integer>> operands = new ArrayList<>();
        int hidden = 0;
        for (int i = 0; i < terms.length; i++) {
            int rank = call.dims(i).rank();
            int more = terms[i].contains(ELLIPSIS) ? rank - terms[i].length() + ELLIPSIS.length() : 0;
            hidden = Math.max(hidden, more);
            List<Integer> labels = labels(terms[i], more);
            if (labels.size() != rank) {
                throw Refusal.invalid("'" + terms[i] + "' does not name the axes of shape " + call.dims(i));
            }
            operands.add(labels);
        }
        List<Integer> result = arrow < 0 ? implied(operands, hidden) : labels(equation.substring(arrow + 2), hidden);
        Set<Integer> known = new HashSet<>();
        operands.forEach(known::addAll);
        if (!known.containsAll(result) || new HashSet<>(result).size() < result.size()) {
            throw Refusal.invalid("equation '" + equation + "' has a result of other axes than its operands");
        }
        return new EinsumEquation(operands, result);
    }

    private static List<Integer> labels(String term, int hidden) {
        List<Integer> labels = new ArrayList<>();
        for (int i = 0; i < term.length(); i++) {
            if (term.startsWith(ELLIPSIS, i)) {
                for (int axis = hidden; axis > 0; axis--) {
                    labels.add(-axis);
                }
                i += ELLIPSIS.length() - 1;
            } else if (Character.isLetter(term.charAt(i))) {
                labels.add((int) term.charAt(i));
            } else {
                throw Refusal.invalid("'" + term + "' in an equation");
            }
        }
        return labels;
    }

    /** Without an arrow: what an ellipsis hides, then the labels that are there once, in alphabetical order. */
    private static List<Integer> implied(List<List<Integer>> operands, int hidden) {
        TreeMap<Integer, Integer> counts = new TreeMap<>();
        operands.forEach(labels -> labels.forEach(label -> counts.merge(label, 1, Integer::sum)));
        List<Integer> result = labels(hidden > 0 ? ELLIPSIS : "", hidden);
        counts.forEach((label, count) -> {
            if (label > 0 && count == 1) {
                result.add(label);
            }
        });
        return result;
    }

    /** The labels that the result or an operand after operand {@code index} has. */
    Set<Integer> neededAfter(int index) {
        Set<Integer> needed = new HashSet<>(result);
        operands.subList(index + 1, operands.size()).forEach(needed::addAll);
        return needed;
    }
}
