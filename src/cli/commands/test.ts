/** Defines `dbmon test`. */
import { type Command } from "commander";
import { type TestFlags } from "../actions/test";
import { parsePercentage, parseText } from "../arguments";
import { type CliContext, type ExitCode } from "../context";
import { addEnvironmentFlag } from "../environments/flags";
import { addHelp } from "../help";
import { addOutputFlags } from "../output-flags";

export function registerTestCommand(
  program: Command,
  context: CliContext,
  setExitCode: (code: ExitCode) => void,
): void {
  const command = program
    .command("test")
    .description("run tests of alerts: when they fire, and whom they notify (offline)")
    .argument(
      "[path...]",
      "test files (*.test.yaml, *.test.yml, *.test.json) or folders (default: the current folder)",
    )
    .option("--filter <text>", "only tests whose name contains this text", parseText)
    .option(
      "--min-coverage <percent>",
      "fail if the tests make a smaller share of the alerts fire",
      parsePercentage,
    )
    .option(
      "--watch",
      "run the tests again when a file changes, and print only what changed, until interrupted",
    );
  addHelp(addEnvironmentFlag(addOutputFlags(command)), {
    notes: [
      "Exit code 0: all tests passed. Exit code 1: a test failed, a file is invalid, or there are no tests.",
      "With dbmon.yaml, the tests run in all environments, or in those of --environment.",
    ],
    examples: [
      "dbmon test",
      "dbmon test alerts/orders.test.yaml --watch",
      "dbmon test alerts --filter replica",
      "dbmon test --environment 'production-*'",
      "dbmon test alerts --min-coverage 80 --report junit=tests.xml",
    ],
  }).action(async (paths: string[], flags: TestFlags) => {
    const { testAction } = await import("../actions/index.js");
    setExitCode(await testAction(context, paths, flags));
  });
}
