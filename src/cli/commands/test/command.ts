import { type Command } from "commander";
import { parsePercentage, parseText } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addCatalogFlag, addEnvironmentFlags, addOutputFlags } from "../../framework/flags";
import { type TestFlags } from "./run";

export function registerTestCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("test")
    .description("run tests of alerts: when they fire, and whom they notify (offline)")
    .argument(
      "[path...]",
      "test files (*.test.yaml, *.test.yml, *.test.json), folders, or a plan of Terraform in JSON (default: the current folder)",
    )
    .option("--filter <text>", "only tests whose name contains this text", parseText)
    .option(
      "--min-coverage <percent>",
      "fail if the tests make a smaller share of the alerts fire",
      parsePercentage,
    )
    .option("--mutants", "change each alert in small ways, and list the changes that no test notices")
    .option(
      "--min-score <percent>",
      "fail if the tests notice a smaller share of such changes (implies --mutants)",
      parsePercentage,
    )
    .option("--strict", "fail if a test file has warnings, for example of a test without expectation")
    .option(
      "--watch",
      "run the tests again when a file changes, and print only what changed, until interrupted",
    );
  addHelp(addEnvironmentFlags(addOutputFlags(addCatalogFlag(command))), {
    notes: [
      "Exit code 0: all tests passed. Exit code 1: a test failed, a file is invalid, or there are no tests.",
      "With dbmon.yaml, the tests run in all environments, or in those of --environment.",
    ],
    examples: [
      "dbmon test",
      "dbmon test plan.json --catalog catalog.yaml",
      "dbmon test alerts/orders.test.yaml --watch",
      "dbmon test alerts --filter replica",
      "dbmon test --environment 'production-*'",
      "dbmon test alerts --mutants --min-score 80%",
      "dbmon test alerts --min-coverage 80 --report junit=tests.xml",
    ],
  }).action((paths: string[], flags: TestFlags) =>
    runner.run(async (context) => (await import("./run.js")).testAction(context, paths, flags)),
  );
}
