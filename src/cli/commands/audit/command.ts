import { type Command, Option } from "commander";
import { collectStrings } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addEnvironmentFlags, addOutputFlags, addSinceFlag } from "../../framework/flags";
import { type AuditFlags } from "./run";

export function registerAuditCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("audit")
    .description("find what is wrong with the live alerts (needs no definitions, writes nothing)")
    .argument("[pattern...]", "report only alerts with these names, for example 'db-*' (default: all)")
    .option("--check-links", "also request each runbook that annotations link to, without a token")
    .option("--only <check>", "report only findings of this check (repeatable)", collectStrings)
    .addOption(
      new Option(
        "--fail-on <severity>",
        "exit with 2 if there is a finding of this severity or a higher one",
      ).choices(["error", "warning"]),
    );
  addSinceFlag(command, "events to examine", "90d");
  addHelp(addEnvironmentFlags(addOutputFlags(command)), {
    notes: [
      "Reads all alerts with their configurations, the objects that they refer to, and the events of the period. Each alert",
      "is reported by its first cause. docs/checks.md describes the checks. audit in dbmon.yaml has exceptions.",
    ],
    examples: [
      "dbmon audit",
      "dbmon audit --report html=audit.html",
      "dbmon audit 'db-*' --only redundant --only noisy",
      "dbmon audit --since 30d --fail-on warning --json",
    ],
  }).action((patterns: string[], flags: AuditFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).auditCommand(patterns, flags)),
  );
}
