package io.tandem.scheduler.discovery;

import io.tandem.backend.BackendProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Class path entries with service files, each registering providers. */
final class ServiceFiles {
    private final Path folder;
    private final List<URL> entries = new ArrayList<>();

    ServiceFiles(Path folder) {
        this.folder = folder;
    }

    /** A further entry whose service file has these lines. */
    ServiceFiles entry(String... lines) {
        Path entry = folder.resolve("entry" + entries.size());
        write(entry.resolve("META-INF/services/" + BackendProvider.class.getName()), lines);
        try {
            entries.add(entry.toUri().toURL());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** A further entry that registers a class whose superclass is not there. */
    ServiceFiles entryWithMissingSuperclass(String name) {
        entry(name);
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        type -> type.withSuperclass(ClassDesc.of("absent.Base"))
                                .withMethodBody(
                                        ConstantDescs.INIT_NAME,
                                        MethodTypeDesc.of(ConstantDescs.CD_void),
                                        ClassFile.ACC_PUBLIC,
                                        code -> code.return_()));
        Path file = folder.resolve("entry" + (entries.size() - 1)).resolve(name.replace('.', '/') + ".class");
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Lets the calling thread see the entries while {@code action} runs. */
    void whileVisible(Runnable action) {
        try (URLClassLoader loader =
                new URLClassLoader(entries.toArray(URL[]::new), ServiceFiles.class.getClassLoader())) {
            with(loader, action);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void with(ClassLoader loader, Runnable action) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            action.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static void write(Path file, String... lines) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, List.of(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
