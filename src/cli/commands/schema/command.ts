import { type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addEnvironmentFlags } from "../../framework/flags";
import { type SchemaFlags } from "./run";

export function registerSchemaCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("schema")
    .description("print the JSON Schema of definitions, with the names of an environment, for an editor")
    .option("--live", "suggest the names that the environment has (reads only)");
  addHelp(addEnvironmentFlags(command), {
    examples: [
      "dbmon schema > definitions.schema.json",
      "dbmon schema --live -e staging > definitions.schema.json",
    ],
  }).action((flags: SchemaFlags) =>
    runner.run(async (context) => (await import("./run.js")).schemaAction(context, flags)),
  );
}
