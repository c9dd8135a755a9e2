package io.tandem.inference.embedding;

import io.tandem.graph.Tensor;
import io.tandem.inference.tokenizer.Tokens;
import io.tandem.scheduler.Inputs;
import io.tandem.scheduler.plan.Plan;
import io.tandem.tensor.DType;
import java.util.List;
import java.util.Optional;

/**
 * A sentence model's plan for texts of one shape.
 *
 * @param shape how many texts of how many tokens
 * @param plan the plan
 * @param ids the input of token numbers
 * @param mask the input that is 1 where there is a token and 0 where there is padding
 * @param types the input of segment numbers, if the model has one; all zero
 * @param hidden the output: a vector per token
 */
public record SentencePlan(
        Batch.Shape shape, Plan plan, Tensor ids, Tensor mask, Optional<Tensor> types, Tensor hidden) {
    /** The length of a token's vector. */
    public int dimensions() {
        return Math.toIntExact(hidden.shape().d0());
    }

    /** The inputs of a run; rows that no text fills get one padding token, so that no softmax is over nothing. */
    public Inputs inputs(List<Tokens> texts) {
        int[] numbers = new int[shape.rows() * shape.length()];
        int[] present = new int[numbers.length];
        for (int row = 0; row < shape.rows(); row++) {
            int start = row * shape.length();
            present[start] = 1;
            if (row < texts.size()) {
                int[] text = texts.get(row).ids();
                System.arraycopy(text, 0, numbers, start, text.length);
                java.util.Arrays.fill(present, start, start + text.length, 1);
            }
        }
        Inputs inputs = with(with(Inputs.none(), ids, numbers), mask, present);
        return types.isPresent() ? with(inputs, types.get(), new int[numbers.length]) : inputs;
    }

    private static Inputs with(Inputs inputs, Tensor input, int[] values) {
        if (input.type() == DType.I32) {
            return inputs.and(input, values);
        }
        return inputs.and(input, java.util.Arrays.stream(values).asLongStream().toArray());
    }
}
