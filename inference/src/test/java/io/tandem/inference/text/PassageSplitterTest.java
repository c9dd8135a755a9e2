package io.tandem.inference.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class PassageSplitterTest {
    private static List<Passage> split(String text) {
        return PassageSplitter.split("notes.md", text.lines().toList());
    }

    private static String words(int count) {
        return String.join(" ", Collections.nCopies(count, "word"));
    }

    @Test
    void headingsStayWithTheirParagraphs() {
        assertThat(split("""
                # Pumps

                Prime them first.

                Second Part
                -----------
                ## Valves ##
                Open slowly.
                """))
                .containsExactly(
                        new Passage(1, "Pumps\nPrime them first."),
                        new Passage(5, "Second Part\nValves\nOpen slowly."));
    }

    @Test
    void shortParagraphsShareAPassage() {
        assertThat(split("One thing.\n\nAnother thing.")).containsExactly(new Passage(1, "One thing.\nAnother thing."));
    }

    @Test
    void anAnnouncementStaysWithWhatItAnnounces() {
        String list = "- " + words(60) + "\n- " + words(60);
        assertThat(split(words(40) + ", as follows:\n\n" + list)).hasSize(1);
    }

    @Test
    void shortCodeStaysWholeAndIsNoMarkdownInside() {
        assertThat(split("```sh\n# not a heading\n\ntandem devices\n```"))
                .containsExactly(new Passage(1, "```sh\n# not a heading\n\ntandem devices\n```"));
    }

    @Test
    void unclosedCodeReachesTheEnd() {
        assertThat(split("```\na\n# b")).containsExactly(new Passage(1, "```\na\n# b"));
    }

    @Test
    void aLongParagraphIsCutBetweenSentences() {
        String sentence = "The quick brown fox jumps over the lazy dog near the old stone bridge.";
        String paragraph = String.join("\n", Collections.nCopies(30, sentence));
        List<Passage> passages = split(paragraph);
        assertThat(passages).hasSizeGreaterThan(3).allSatisfy(passage -> {
            assertThat(passage.text()).startsWith("The quick").endsWith("bridge.");
            assertThat(TokenEstimate.of(passage.text())).isLessThanOrEqualTo(PassageSplitter.TARGET_TOKENS);
        });
        assertThat(passages.get(1).line())
                .isEqualTo(1 + (int) passages.get(0).text().lines().count());
    }

    @Test
    void aLongListIsCutBetweenItems() {
        String list = String.join("\n", Collections.nCopies(30, "- " + words(20) + "."));
        assertThat(split(list))
                .hasSizeGreaterThan(3)
                .allSatisfy(
                        passage -> assertThat(passage.text()).startsWith("- ").endsWith("word."));
    }

    @Test
    void indentedCodeIsCutBetweenLines() {
        String code = String.join("\n", Collections.nCopies(40, "    call(first, second); // it must. Not end"));
        assertThat(split(code))
                .hasSizeGreaterThan(3)
                .allSatisfy(passage ->
                        assertThat(passage.text()).startsWith("    call(").endsWith("Not end"));
    }

    @Test
    void outsideMarkdownANumberSignIsAComment() {
        assertThat(PassageSplitter.split("run.py", List.of("# setup", "import os")))
                .containsExactly(new Passage(1, "# setup\nimport os"));
    }

    @Test
    void nothingGivesNothing() {
        assertThat(split("")).isEmpty();
        assertThat(split("\n  \n\t\n")).isEmpty();
        assertThat(split("# Only a heading")).containsExactly(new Passage(1, "Only a heading"));
    }

    @Test
    void anyTextIsKeptWholeInPassagesThatAreShortEnough() {
        Random random = new Random(42);
        String[] pieces = {
            "word ",
            "Ende. ",
            "\n",
            "\n\n",
            "# Head\n",
            "```\n",
            "- item\n",
            "漢字",
            "한국어",
            "🎉",
            "0123456789",
            "x".repeat(700),
            "a,b;c ",
            "\t",
            "===\n"
        };
        for (int round = 0; round < 300; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(400); i > 0; i--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            List<Passage> passages = split(text.toString());
            assertThat(passages)
                    .allSatisfy(passage ->
                            assertThat(TokenEstimate.of(passage.text())).isLessThan(450));
            String all = String.join("", passages.stream().map(Passage::text).toList());
            assertThat(letters(all)).isEqualTo(letters(text.toString()));
        }
    }

    /** What must survive: everything but white space and the marks of headings. */
    private static String letters(String text) {
        return text.replaceAll("[\\s#=`-]+", "");
    }

    @Test
    void hugeLinesTakeNoQuadraticTime() {
        String line = "x".repeat(2_000_000) + " " + "y ".repeat(300_000);
        List<Passage> passages = Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> split(line));
        assertThat(passages).hasSizeGreaterThan(5_000);
    }
}
