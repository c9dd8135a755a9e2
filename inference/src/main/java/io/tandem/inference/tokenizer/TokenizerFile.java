package io.tandem.inference.tokenizer;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import io.tandem.inference.ModelException;
import io.tandem.inference.resource.Reason;
import io.tandem.inference.resource.WholeFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads and checks a {@code tokenizer.json} before native code sees it. The native reader panics, which ends the
 * whole process, on syntax errors inside a decoder, on templates that name undefined special tokens and, when it meets an
 * unknown word, on models without a token for those; it copes with every other mistake that mutating a file brought up.
 */
final class TokenizerFile {
    /** The largest in use are near 35 MB. */
    private static final int MAX_BYTES = 128 << 20;

    private final Path file;

    private TokenizerFile(Path file) {
        this.file = file;
    }

    /**
     * The file's content without the parts that encoding does not need.
     *
     * @throws ModelException if the file is missing, no JSON or contradicts itself
     */
    static String read(Path file) {
        TokenizerFile checked = new TokenizerFile(file);
        JsonObject root = checked.parse();
        if (!(root.get("model") instanceof JsonObject model)) {
            throw checked.refusal("it has no model. Expected a tokenizer.json of Hugging Face");
        }
        checked.checkUnknownToken(model);
        Set.of("decoder", "truncation", "padding").forEach(root::remove);
        checked.checkTemplates(root.get("post_processor"));
        return root.toString();
    }

    private JsonObject parse() {
        try (JsonReader json = new JsonReader(new StringReader(content()))) {
            json.setStrictness(Strictness.STRICT);
            JsonElement root = JsonParser.parseReader(json);
            if (root instanceof JsonObject object && json.peek() == JsonToken.END_DOCUMENT) {
                return object;
            }
            throw refusal(root.isJsonNull() ? "the file is empty" : "it is no JSON object");
        } catch (MalformedJsonException | EOFException | JsonParseException e) {
            throw new ModelException("cannot read tokenizer " + file + ": it is damaged: " + firstLine(e), e);
        } catch (IOException e) {
            throw refusal(Reason.of(e));
        }
    }

    private String content() throws IOException {
        ByteBuffer content = ByteBuffer.wrap(WholeFile.read(file, MAX_BYTES));
        return StandardCharsets.UTF_8.newDecoder().decode(content).toString();
    }

    /** What stands for unknown words must be one of the model's own words; byte-pair models may do without. */
    private void checkUnknownToken(JsonObject model) {
        String token = text(model.get("unk_token"));
        if (model.get("vocab") instanceof JsonObject words) {
            boolean needed = !model.has("merges");
            if (token == null ? needed : !words.has(token)) {
                throw refusal("its model has no word for its unknown token '" + token + "'");
            }
        } else if (!(model.get("unk_id") instanceof JsonPrimitive)) {
            throw refusal("its model has no unk_id");
        }
    }

    /** Special tokens that a template uses must be defined, under the id that they are filed under. */
    private void checkTemplates(@Nullable JsonElement processor) {
        if (!(processor instanceof JsonObject object)) {
            return;
        }
        if (object.get("processors") instanceof JsonArray several) {
            several.forEach(this::checkTemplates);
        }
        JsonObject defined = object.get("special_tokens") instanceof JsonObject tokens ? tokens : new JsonObject();
        defined.entrySet().forEach(entry -> checkDefinition(entry.getKey(), entry.getValue()));
        checkTemplate(object.get("single"), defined);
        checkTemplate(object.get("pair"), defined);
    }

    private void checkDefinition(String name, JsonElement definition) {
        if (!(definition instanceof JsonObject token) || !name.equals(text(token.get("id")))) {
            throw refusal("its template defines special token '" + name + "' under another id");
        }
    }

    private void checkTemplate(@Nullable JsonElement template, JsonObject defined) {
        if (template instanceof JsonArray pieces) {
            for (JsonElement piece : pieces) {
                if (piece instanceof JsonObject object && object.has("SpecialToken")) {
                    checkUse(object.get("SpecialToken"), defined);
                }
            }
        }
    }

    private void checkUse(JsonElement piece, JsonObject defined) {
        String id = piece instanceof JsonObject token ? text(token.get("id")) : null;
        if (id == null || !defined.has(id)) {
            throw refusal("its template uses special token '" + id + "', which it does not define");
        }
    }

    private static @Nullable String text(@Nullable JsonElement element) {
        return element instanceof JsonPrimitive primitive ? primitive.getAsString() : null;
    }

    /** Gson wraps what it read in an exception of its own and adds a second line that refers to its documentation. */
    private static String firstLine(Exception e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }

    private ModelException refusal(String reason) {
        return new ModelException("cannot read tokenizer " + file + ": " + reason + ".");
    }
}
