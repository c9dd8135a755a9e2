package io.tandem.inference.text;

/**
 * A piece of a text file that says something on its own.
 *
 * @param line the line of the file where it starts, from 1
 * @param text what it says, with its line breaks; the first passage under a heading starts with it
 */
public record Passage(int line, String text) {}
