/** `dbmon emulator`: the service itself on this machine, until it is interrupted. */
import { type Command, InvalidArgumentError } from "commander";
import { type EmulatorFlags } from "../actions/emulator";
import { type CliContext } from "../context";
import { addHelp } from "../help";

export function registerEmulatorCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("emulator")
      .description("run the service on this machine, to try things out")
      .option("--port <n>", "port on 127.0.0.1; 0 picks a free one", portNumber, 8080)
      .option("--data <file>", "keep everything in this SQLite file; otherwise in memory")
      .option("--seed <kind>", "what a new environment holds: demo or empty", seedKind, "demo")
      .option(
        "--propagation <seconds>",
        "how long a change takes to take effect",
        parseNonNegativeInteger,
        60,
      )
      .option("--stale-reads", "show a change in reads only once it has taken effect", false)
      .option("--webhooks <reach>", "where webhooks may go: loopback or any", webhookReach, "loopback")
      .option("--token <token>", "API token that it accepts (default: demo-token)")
      .option("--agent-token <token>", "agent token that it accepts (default: demo-agent-token)"),
    { examples: ["dbmon emulator", "dbmon emulator --port 0 --seed empty"] },
  ).action(async (flags: EmulatorFlags) => {
    const { emulatorAction } = await import("../actions/emulator.js");
    await emulatorAction(context, flags);
  });
}

function parseNonNegativeInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It has to be a whole number, 0 or more.");
  return Number(text);
}

function portNumber(text: string): number {
  const port = parseNonNegativeInteger(text);
  if (port > 65_535) throw new InvalidArgumentError("It has to be a port: 0 to 65535.");
  return port;
}

function seedKind(text: string): "demo" | "empty" {
  if (text === "demo" || text === "empty") return text;
  throw new InvalidArgumentError("It has to be demo or empty.");
}

function webhookReach(text: string): "loopback" | "any" {
  if (text === "loopback" || text === "any") return text;
  throw new InvalidArgumentError("It has to be loopback or any.");
}
