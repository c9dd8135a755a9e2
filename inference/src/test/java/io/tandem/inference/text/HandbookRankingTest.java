package io.tandem.inference.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tandem.inference.reference.Handbook;
import io.tandem.inference.reference.OnnxRuntimeMiniLm;
import io.tandem.inference.reference.Vectors;
import io.tandem.inference.tokenizer.Tokenizer;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How well passages are cut, judged with ONNX Runtime: independent of everything but the splitter. */
class HandbookRankingTest {
    @Test
    void theRightPassageIsFirstForNineOfTenQuestions() throws Exception {
        List<Passage> passages = Handbook.passages();
        List<String> texts = passages.stream().map(Passage::text).toList();
        List<String> wrong = new ArrayList<>();
        try (InputStream in = getClass().getResourceAsStream("/all-minilm-l6-v2-tokenizer.json");
                Tokenizer tokenizer = Tokenizer.ofTrusted("minilm", in, 512);
                OnnxRuntimeMiniLm model = new OnnxRuntimeMiniLm(2)) {
            List<float[]> vectors = new ArrayList<>();
            for (var tokens : tokenizer.encode(texts)) {
                assertThat(tokens.count()).isLessThan(256);
                vectors.add(model.embed(tokens.ids()));
            }
            for (Handbook.Question question : Handbook.questions()) {
                float[] asked = model.embed(
                        tokenizer.encode(List.of(question.text())).getFirst().ids());
                int best = 0;
                for (int i = 1; i < vectors.size(); i++) {
                    best = Vectors.cosine(asked, vectors.get(i)) > Vectors.cosine(asked, vectors.get(best)) ? i : best;
                }
                if (!passages.get(best).text().replace('\n', ' ').contains(question.answer())) {
                    wrong.add(question.text() + " -> " + passages.get(best));
                }
            }
        }
        assertThat(wrong).hasSizeLessThanOrEqualTo(1);
    }
}
