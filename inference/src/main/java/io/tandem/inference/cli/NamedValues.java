package io.tandem.inference.cli;

import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Options of the form {@code NAME=VALUE}, which may be repeated for other names. */
final class NamedValues {
    private NamedValues() {}

    /**
     * Refuses an option that was given twice for one name.
     *
     * @throws ParameterException if it was
     */
    static void requireDistinct(CommandLine line, String option) {
        OptionSpec given = line.getParseResult().matchedOption(option);
        Set<String> names = new HashSet<>();
        for (String value : given == null ? java.util.List.<String>of() : given.originalStringValues()) {
            String name = value.substring(0, value.indexOf('='));
            if (!names.add(name)) {
                throw new ParameterException(line, option + " is given twice for '" + name + "'");
            }
        }
    }
}
