import { type Command, InvalidArgumentError, Option } from "commander";
import { collectStrings, parseSeconds, parseText } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addDigestFlag, addEnvironmentFlags, addOutputFlags, addWindowFlag } from "../../framework/flags";
import { type DrillFlags } from "./result";

export function registerDrillCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("drill")
    .description("prove that destinations deliver: notify each once, and ask for the code that it received")
    .argument("[destination...]", "names or IDs of destinations")
    .option("--all", "drill all destinations")
    .option("--separate", "one destination after another, each with its own alert, event and code")
    .option("--policy <id|name>", "policy of the temporary alert (default: the shortest)", parseText)
    .option("--reason <text>", "why the drill is made, for the message", parseText)
    .option("--listen <[host:]port>", "receive the webhook of a destination (host: 127.0.0.1)", parseAddress)
    .option("--secret-from <variable>", "variable with the secret that signs the webhook", parseText)
    .option("--timeout <duration>", "max wait for the webhook (default: two windows)", parseSeconds)
    .addOption(
      new Option("--resume <id>", "confirm the codes of an earlier drill")
        .argParser(parseKey)
        .conflicts(["all", "separate", "policy", "reason", "listen", "clean"]),
    )
    .option("--confirm <name=code>", "with --resume: the code that a destination received", collectStrings)
    .option("--clean", "delete the alert that a killed drill left")
    .option("-y, --yes", "skip the confirmation prompt");
  addDigestFlag(command, "drill once what was shown with this digest");
  addHelp(addEnvironmentFlags(addOutputFlags(addWindowFlag(command))), {
    notes: [
      "Creates a temporary alert and an event, which the service notifies the destinations of. The alert is deleted in the end. The",
      "event stays, because events cannot be deleted. Its message has a code that is nowhere else. Needs an agent token.",
    ],
    examples: [
      "dbmon drill '#db-alerts' 'On-call PagerDuty'",
      "dbmon drill --all --separate",
      "dbmon drill 'Incident webhook' --listen 8080 --secret-from DBMON_WEBHOOK_SECRET --yes",
      "dbmon drill --resume 4f81 --confirm '#db-alerts=K7Q2MX'",
      "dbmon drill --clean",
    ],
  }).action((destinations: string[], flags: DrillFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).drillCommand(destinations, flags)),
  );
}

function parseAddress(text: string): DrillFlags["listen"] {
  const [, host = "127.0.0.1", digits = ""] = /^(?:\[?([^[\]]+)\]?:)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== "" && port > 0 && port < 65_536) return { host, port };
  throw new InvalidArgumentError("Must be a port, or an address and a port, such as 0.0.0.0:8080.");
}

function parseKey(text: string): string {
  if (/^[0-9a-f]{4}$/.test(text)) return text;
  throw new InvalidArgumentError("Must be the four digits of a drill, such as 4f81.");
}
