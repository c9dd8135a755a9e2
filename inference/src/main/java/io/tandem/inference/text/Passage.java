package io.tandem.inference.text;

/**
 * A piece of a text file that says something on its own.
 *
 * @param line the line of the file where it starts, from 1
 * @param heading the heading it stands under, empty without one
 * @param text what it says, with its line breaks; the first passage under a heading starts with it
 */
public record Passage(int line, String heading, String text) {
    /** What a model should read: the text, after its heading where it does not start with it. */
    public String inContext() {
        return heading.isEmpty() || text.startsWith(heading) ? text : heading + "\n" + text;
    }
}
