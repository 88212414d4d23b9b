/** Defines `dbmon pipeline github` and `dbmon pipeline gitlab`. */
import { type Command } from "commander";
import { parseTime } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { parseDeletionLimit, parseMaxFirings } from "../../framework/flags";

const parsers = { parseTime, parseMaxFirings, parseDeletionLimit };

const hosts = [
  ["github", "GitHub", "workflow", "pull request", "GITHUB_TOKEN"],
  ["gitlab", "GitLab", "pipeline", "merge request", "GITLAB_TOKEN"],
] as const;

export function registerPipelineCommands(program: Command, runner: CommandRunner): void {
  const pipeline = program
    .command("pipeline")
    .description("run a command in CI, and report its result as a comment or an issue");
  for (const [host, name, run, changeRequest, token] of hosts) {
    const command = pipeline
      .command(host)
      .description(`run a command in a ${run} of ${name}, and comment on the ${changeRequest}`);
    addHelp(command, {
      notes: [
        "DBMON_INPUTS contains the inputs as a JSON object of strings: command (check, test, plan, backtest, apply, drift, audit, drill), sources, destinations and",
        "environment (one per line, or a JSON list), backtest (true, false), since, max-firings, max-deletes, plan-file, label, comment (true, false), on-drift, on-findings and on-unconfirmed (fail, issue),",
        "accept (true, false: drift writes accept.patch, and pushes nothing).",
        "With terraform, a folder, the commands plan, apply and drift run terraform there instead of dbmon, with the provider of this package.",
        "A comment or an issue belongs to one job: to its address, environments, folder, sources and workspace of Terraform. label separates jobs that differ in none of them.",
        `${token} is the token for comments and issues. An untrusted event, such as a ${changeRequest} of a fork, runs check and test instead of other commands, and fails apply, drift, audit and drill.`,
      ],
      examples: [`DBMON_INPUTS='{"command": "plan", "sources": ["alerts"]}' dbmon pipeline ${host}`],
    }).action(() =>
      runner.run(async (context) => (await import("./run.js")).pipelineAction(context, host, parsers)),
    );
  }
}
