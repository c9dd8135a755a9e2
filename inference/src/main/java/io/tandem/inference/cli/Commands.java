package io.tandem.inference.cli;

import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands, which all talk through one console. */
record Commands(Console console) implements IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
        Object command = switch (type.getSimpleName()) {
            case "DevicesCommand" -> new DevicesCommand(console);
            case "SearchCommand" -> new SearchCommand(console);
            case "EmbedCommand" -> new EmbedCommand(console);
            case "PlanCommand" -> new PlanCommand(console);
            case "RunCommand" -> new RunCommand(console);
            case "CheckCommand" -> new CheckCommand(console);
            default -> CommandLine.defaultFactory().create(type);
        };
        return type.cast(command);
    }
}
