import { type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addConfigFlag, jsonHelp } from "../../framework/flags";
import { type EnvironmentsFlags } from "./run";

export function registerEnvironmentsCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("environments")
    .description("list the environments of the configuration (offline)")
    .option("--json", jsonHelp);
  addHelp(addConfigFlag(command), {
    notes: [
      "Shows whether the variable of a token is set, and never its value. --json prints the members file and environments.",
      'An environment is { "name": "staging", "base_url": "https://app.example.com", "agent_token": null,',
      '"api_token": { "env": "DBMON_STAGING_TOKEN", "is_set": true } }. An agent_token that is not null is like api_token.',
    ],
    examples: ["dbmon environments", "dbmon environments --json | jq -c '[.environments[].name]'"],
  }).action((flags: EnvironmentsFlags) =>
    runner.run(({ environmentsAction }, context) => environmentsAction(context, flags)),
  );
}
