package io.tandem.inference.resource;

import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.Set;

/** A folder of a known name in a place where everyone may write, such as {@code /tmp}: programs are loaded from it. */
final class PrivateFolder {
    private PrivateFolder() {}

    /**
     * The folder, created where it is missing and possible.
     *
     * @throws UncheckedIOException if somebody else may write what is in it
     */
    static Path of(Path folder) {
        try {
            if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                return folder; // Windows gives each user a temporary folder
            }
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException _) {
            if (!isPrivate(folder)) {
                throw refusal(folder);
            }
        } catch (IOException _) {
            // nothing is there, and nothing will be
        }
        return folder;
    }

    private static boolean isPrivate(Path folder) {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isDirectory()
                    && Collections.disjoint(attributes.permissions(), Set.of(GROUP_WRITE, OTHERS_WRITE))
                    && attributes.owner().equals(self(folder));
        } catch (AccessDeniedException _) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder + ": " + Reason.of(e), e);
        }
    }

    /** Java knows the user's name, which need not be one; a file that this process makes has the right owner. */
    private static UserPrincipal self(Path folder) throws IOException {
        Path own = Files.createTempFile(folder, "", ".part");
        try {
            return Files.getOwner(own);
        } finally {
            Files.deleteIfExists(own);
        }
    }

    private static UncheckedIOException refusal(Path folder) {
        String reason = "cannot use the cache folder " + folder + ": others may write it. Set the environment variable "
                + CacheFolder.VARIABLE + " to a folder of your own";
        return new UncheckedIOException(reason, new IOException(reason));
    }
}
