/** Defines the commands that list objects of the service, such as `dbmon hosts`. */
import { type Command } from "commander";
import { maxQueryDigests } from "../../service/vocabulary";
import { type AlertOptionList } from "./alert-options";
import { type EventsFlags } from "./events";
import { type HostsFlags } from "./hosts";
import { type QueriesFlags } from "./queries";
import { type SamplesFlags } from "./samples";
import {
  collectLevels,
  collectTags,
  collectTexts,
  parsePositiveInteger,
  parseQueryId,
  parseText,
} from "../shared/arguments";
import { type CliContext, type ExitCode } from "../shared/context";
import { addEnvironmentFlags } from "../shared/environments/flags";
import { addHelp } from "../shared/help";
import { type ListFlags } from "./print-list";
import { jsonHelp } from "../shared/output/output-flags";
import { parseTime, timeHelp } from "../shared/service/times";

type SetExitCode = (code: ExitCode) => void;

export function registerListCommands(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  registerAlertsCommand(program, context, setExitCode);
  registerHostsCommand(program, context, setExitCode);
  registerQueriesCommand(program, context, setExitCode);
  registerSamplesCommand(program, context, setExitCode);
  registerEventsCommand(program, context, setExitCode);
  registerAlertOptionsCommand(
    program,
    context,
    setExitCode,
    "destinations",
    "list notification destinations (without their settings)",
  );
  registerAlertOptionsCommand(
    program,
    context,
    setExitCode,
    "policies",
    "list alert policies (how often an alert can fire)",
  );
  registerAlertOptionsCommand(
    program,
    context,
    setExitCode,
    "durations",
    "list alert durations (how long a trigger must be exceeded)",
  );
  registerAlertOptionsCommand(
    program,
    context,
    setExitCode,
    "integrations",
    "list integrations (kinds of destinations)",
  );
}

function registerAlertsCommand(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const command = program
    .command("alerts")
    .description("list the live alerts, or show some with their configurations")
    .argument("[name|id...]", "alerts to show (default: lists all alerts, without configurations)")
    .option("--json", jsonHelp);
  addHelp(addEnvironmentFlags(command), {
    examples: ["dbmon alerts", "dbmon alerts 'CPU high'", "dbmon alerts 5 --json"],
  }).action(async (selected: string[], flags: ListFlags) => {
    const { alertsAction, readCommand, runInEnvironments } = await import("../run-commands.js");
    setExitCode(
      await runInEnvironments(
        context,
        flags,
        readCommand((target) => alertsAction(target, selected, flags)),
      ),
    );
  });
}

function registerHostsCommand(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const command = program
    .command("hosts")
    .description("list monitored hosts")
    .option(
      "--from <time>",
      `only hosts seen since this time, ${timeHelp} (default: set by the service)`,
      parseTime,
    )
    .option("--type <type>", "only hosts of this type, for example mysql (repeatable)", collectTexts)
    .option("--deleted", "include deleted hosts")
    .option("--json", "print JSON with all fields");
  addHelp(addEnvironmentFlags(command), {
    examples: ["dbmon hosts --type mysql", "dbmon hosts --json"],
  }).action(async (flags: HostsFlags) => {
    const { hostsAction, readCommand, runInEnvironments } = await import("../run-commands.js");
    setExitCode(
      await runInEnvironments(
        context,
        flags,
        readCommand((target) => hostsAction(target, flags)),
      ),
    );
  });
}

function registerQueriesCommand(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const command = program
    .command("queries")
    .description("list query families, sorted by ID")
    .option("--from <time>", `only queries active since this time, ${timeHelp}`, parseTime)
    .option("--until <time>", "only queries active up to this time", parseTime)
    .option("--new", "only queries first seen in the interval")
    .option("--host <id|name>", "only queries of this host (repeatable)", collectTexts)
    .option(
      "--filter <pattern>",
      "only queries with matching text: ^ start, $ end, * any characters",
      parseText,
    )
    .option("--tag <tag>", "only queries with this tag: key, value or key=value (repeatable)", collectTags)
    .option("--limit <n>", "max queries to list (default: all)", parsePositiveInteger)
    .option("--after <query-id>", "continue after this ID", parseQueryId)
    .option(
      "--page-size <n>",
      `max queries per HTTP call (default and max: ${maxQueryDigests})`,
      parsePositiveInteger,
    )
    .option("--json", "print JSON with the full query text");
  addHelp(addEnvironmentFlags(command), {
    examples: [
      "dbmon queries --from -86400 --new",
      'dbmon queries --filter "^select * from orders" --limit 20',
    ],
  }).action(async (flags: QueriesFlags) => {
    const { queriesAction, readCommand, runInEnvironments } = await import("../run-commands.js");
    setExitCode(
      await runInEnvironments(
        context,
        flags,
        readCommand((target) => queriesAction(target, flags)),
      ),
    );
  });
}

function registerSamplesCommand(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const command = program
    .command("samples")
    .description("list samples of one query family")
    .argument("<query-id>", "16 hexadecimal digits, as listed by dbmon queries", parseQueryId)
    .option("--from <time>", `only samples since this time, ${timeHelp}`, parseTime)
    .option("--until <time>", "only samples up to this time", parseTime)
    .option("--host <id|name>", "only samples of this host", parseText)
    .option("--limit <n>", "max samples to list (default: set by the service)", parsePositiveInteger)
    .option("--brief", "omit query text and execution plan")
    .option("--json", "print JSON with the full query text and execution plan");
  addHelp(addEnvironmentFlags(command), {
    examples: ["dbmon samples 00c0ffee00c0ffee --from -3600 --limit 10"],
  }).action(async (queryId: string, flags: SamplesFlags) => {
    const { samplesAction, readCommand, runInEnvironments } = await import("../run-commands.js");
    setExitCode(
      await runInEnvironments(
        context,
        flags,
        readCommand((target) => samplesAction(target, queryId, flags)),
      ),
    );
  });
}

function registerEventsCommand(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const command = program
    .command("events")
    .description("list global events and events of hosts")
    .option("--from <time>", `only events since this time, ${timeHelp}`, parseTime)
    .option("--until <time>", "only events up to this time", parseTime)
    .option("--host <id|name>", "only global events and events of this host (repeatable)", collectTexts)
    .option("--type <type>", "only events of this type (repeatable)", collectTexts)
    .option("--level <level>", "only events of this level: info, warn or crit (repeatable)", collectLevels)
    .option("--json", "print JSON with all fields");
  addHelp(addEnvironmentFlags(command), {
    examples: ["dbmon events --from -3600", 'dbmon events --type "code deployment"'],
  }).action(async (flags: EventsFlags) => {
    const { eventsAction, readCommand, runInEnvironments } = await import("../run-commands.js");
    setExitCode(
      await runInEnvironments(
        context,
        flags,
        readCommand((target) => eventsAction(target, flags)),
      ),
    );
  });
}

function registerAlertOptionsCommand(
  program: Command,
  context: CliContext,
  setExitCode: SetExitCode,
  name: AlertOptionList,
  description: string,
): void {
  const command = program.command(name).description(description).option("--json", "print JSON");
  addHelp(addEnvironmentFlags(command), { examples: [`dbmon ${name}`, `dbmon ${name} --json`] }).action(
    async (flags: ListFlags) => {
      const { alertOptionsAction, readCommand, runInEnvironments } = await import("../run-commands.js");
      setExitCode(
        await runInEnvironments(
          context,
          flags,
          readCommand((target) => alertOptionsAction(target, name, flags)),
        ),
      );
    },
  );
}
