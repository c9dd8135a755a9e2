package io.tandem.inference.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names of files on the command line. */
final class PathConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String value) {
        if (value.isEmpty()) {
            throw new TypeConversionException("the name of a file must not be empty");
        }
        try {
            return Path.of(value);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(
                    "'" + value + "' names no file in this locale; LC_ALL=C.UTF-8 sets another");
        }
    }
}
