import { type Command, InvalidArgumentError, Option } from "commander";
import { collectStrings, parseNonNegativeInteger, parseText } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { type EmulatorFlags } from "./run";

export function registerEmulatorCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("emulator")
    .description("run an emulator of the service on this machine")
    .option("--port <n>", "port, 0 for any free port", parsePort, 8080)
    .option("--host <address>", "address to listen on", parseText, "127.0.0.1")
    .option("--data <file>", "SQLite file for all data (default: in memory)")
    .addOption(
      new Option("--seed <kind>", "content of a new environment")
        .choices(["demo", "clean", "empty"])
        .default("demo"),
    )
    .option("--propagation <seconds>", "time until a change takes effect", parseNonNegativeInteger, 60)
    .option("--stale-reads", "return a change from reads only after it has taken effect", false)
    .addOption(
      new Option("--webhooks <reach>", "addresses that webhooks may call")
        .choices(["loopback", "any"])
        .default("loopback"),
    )
    .option(
      "--token <[name=]token>",
      "API token to accept, and its environment; can be repeated (default: $DBMON_EMULATOR_TOKEN, or demo-token)",
      collectStrings,
    )
    .option(
      "--agent-token <[name=]token>",
      "agent token to accept, and its environment; can be repeated (default: $DBMON_EMULATOR_AGENT_TOKEN, or demo-agent-token)",
      collectStrings,
    );
  const notes = [
    "Each name of a token is an environment with data of its own. A token without a name belongs to the environment",
    '"default".',
    "",
    "Other users of this machine can see the options of a running command. To keep a token from them, set the",
    "variable DBMON_EMULATOR_TOKEN or DBMON_EMULATOR_AGENT_TOKEN.",
  ];
  const examples = [
    "dbmon emulator",
    "dbmon emulator --port 0 --seed empty",
    "dbmon emulator --token staging=s-token --token production=p-token",
  ];
  addHelp(command, { notes, examples }).action(async (flags: EmulatorFlags) => {
    const { emulatorAction } = await import("./run.js");
    await emulatorAction(runner.context, flags);
  });
}

function parsePort(text: string): number {
  const port = parseNonNegativeInteger(text);
  if (port > 65_535) throw new InvalidArgumentError("Must be a port from 0 to 65535.");
  return port;
}
