import { type Command, Option } from "commander";
import { addHelp, type CommandRunner, suggestCommands } from "../../framework/command";
import { isTopic, topicHelp } from "./topic-names";

export function registerHelpCommand(program: Command, { context }: CommandRunner): void {
  const names = topicHelp.map(([name]) => name);
  const command = program
    .command("help", { hidden: true })
    .description("show help for a command or a topic")
    .argument("[topic]", `a command, or a topic: ${names.join(", ")}`)
    // An unknown topic is reported as JSON.
    .addOption(new Option("--json").hideHelp());
  addHelp(command, { examples: ["dbmon help", "dbmon help adoption", "dbmon help drift"] }).action(
    async (word?: string) => {
      const shown = word === undefined ? program : program.commands.find((one) => one.name() === word);
      if (word !== undefined && isTopic(word)) {
        const { readTopic } = await import("./topics.js");
        context.out(shown === undefined ? readTopic(word) : `${readTopic(word)}\n`);
      } else if (word !== undefined && shown === undefined) {
        const hint = suggestCommands(program, word, names);
        program.error(`error: unknown command or topic '${word}'${hint}`, {
          code: "commander.unknownCommand",
        });
      }
      shown?.outputHelp();
    },
  );
}
