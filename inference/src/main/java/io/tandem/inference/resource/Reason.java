package io.tandem.inference.resource;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/** Why a file cannot be used, in words that follow "cannot read FILE: " or "cannot write FILE: ". */
public final class Reason {
    private Reason() {}

    /** Why a file cannot be read. */
    public static String of(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "a file of this name is in the way";
            case CharacterCodingException _ -> "it is no UTF-8 text";
            case FileSystemException system when system.getReason() != null -> small(system.getReason());
            default -> failure.getMessage() == null ? failure.toString() : small(failure.getMessage());
        };
    }

    /** Why a file cannot be written. */
    public static String ofWriting(IOException failure) {
        return failure instanceof NoSuchFileException ? "there is no such folder" : of(failure);
    }

    /** The operating system begins with a capital: "Is a directory". */
    private static String small(String reason) {
        boolean isWord = reason.length() > 1 && Character.isLowerCase(reason.charAt(1));
        return isWord ? reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1) : reason;
    }
}
