package io.tandem.inference.tokenizer;

import ai.djl.engine.EngineException;
import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.tandem.inference.ModelException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Turns texts into tokens, as a {@code tokenizer.json} of Hugging Face describes. What the file says about
 * truncation and padding is replaced: texts are cut at the model's own limit and never padded here.
 *
 * <p>Safe for use by several threads. Closing waits for calls in flight; a call after it is an
 * {@link IllegalStateException}.
 */
public final class Tokenizer implements AutoCloseable {
    private final HuggingFaceTokenizer tokenizer;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private boolean closed;

    private Tokenizer(HuggingFaceTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /**
     * Opens a tokenizer file of any origin.
     *
     * @param file a {@code tokenizer.json}
     * @param maxTokens how many tokens the model reads at most
     * @throws ModelException if the file is missing, damaged or describes no tokenizer
     */
    public static Tokenizer open(Path file, int maxTokens) {
        String description = TokenizerFile.read(file);
        InputStream in = new ByteArrayInputStream(description.getBytes(StandardCharsets.UTF_8));
        return create(file.toString(), in, maxTokens);
    }

    /**
     * Opens a tokenizer that is known to be well-formed, without checking it first.
     *
     * @param name what to call it in messages
     * @param description the content of a {@code tokenizer.json}; left open
     * @param maxTokens how many tokens the model reads at most
     */
    public static Tokenizer ofTrusted(String name, InputStream description, int maxTokens) {
        return create(name, description, maxTokens);
    }

    private static Tokenizer create(String name, InputStream description, int maxTokens) {
        NativeTokenizers.configure();
        String limit = Integer.toString(maxTokens);
        Map<String, String> options =
                Map.of("truncation", "true", "maxLength", limit, "modelMaxLength", limit, "padding", "false");
        try {
            return new Tokenizer(HuggingFaceTokenizer.newInstance(description, options));
        } catch (EngineException | LinkageError e) {
            throw NativeTokenizers.notLoaded(e);
        } catch (IOException | RuntimeException e) {
            throw new ModelException("cannot read tokenizer " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * The tokens of each text, in order.
     *
     * @throws ModelException if the tokenizer's description turns out to be unusable
     */
    public List<Tokens> encode(List<String> texts) {
        if (texts.isEmpty()) {
            return List.of();
        }
        String[] wellFormed =
                texts.stream().map(Tokenizer::withoutLoneSurrogates).toArray(String[]::new);
        lock.readLock().lock();
        try {
            if (closed) {
                throw new IllegalStateException("the tokenizer is closed");
            }
            List<Tokens> tokens = new ArrayList<>(texts.size());
            for (Encoding encoding : tokenizer.batchEncode(wellFormed)) {
                tokens.add(new Tokens(narrow(encoding.getIds()), encoding.exceedMaxLength()));
            }
            return tokens;
        } catch (IllegalStateException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ModelException("the tokenizer failed: " + e.getMessage(), e);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** A surrogate without its partner is no character and cannot be handed to native code. */
    private static String withoutLoneSurrogates(String text) {
        if (text.codePoints().noneMatch(Tokenizer::isSurrogate)) {
            return text;
        }
        return text.codePoints()
                .map(point -> isSurrogate(point) ? 0xFFFD : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static int[] narrow(long[] ids) {
        int[] narrow = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            narrow[i] = (int) ids[i];
        }
        return narrow;
    }

    /** Frees the native tokenizer. Idempotent. */
    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                tokenizer.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }
}
