import { type Command, Option } from "commander";
import {
  collectLevels,
  collectStrings,
  collectTags,
  parsePositiveInteger,
  parseQueryId,
  parseText,
} from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import {
  addConfigFlag,
  addEnvironmentFlags,
  addPeriodFlags,
  addSinceFlag,
  jsonHelp,
} from "../../framework/flags";
import { type EnvironmentsFlags } from "./environments";
import { type ListKind } from "./run";
import { type ListFlags } from "./view";

export function registerListCommand(program: Command, runner: CommandRunner): void {
  const list = program
    .command("list")
    .description("list alerts, hosts, destinations, queries, events and other objects, or environments");

  const withoutConfigurations = new Option(
    "--no-config",
    "do not read configurations, which takes one call for each alert",
  );
  // `config` is the value of `--config`.
  withoutConfigurations.attributeName = () => "configurations";

  const add = (
    kind: ListKind,
    description: string,
    defineOptions: (command: Command) => Command,
    examples: readonly string[] = [`dbmon list ${kind}`, `dbmon list ${kind} --json`],
  ) => {
    const command = defineOptions(list.command(kind).description(description));
    addHelp(
      addEnvironmentFlags(
        command.option("--json", "print JSON with all fields, as in schemas/list.schema.json"),
      ),
      { examples },
    ).action(() => {
      const flags = command.opts<ListFlags>();
      return runner.runInEnvironments(flags, async () =>
        (await import("./run.js")).listCommand(kind, command.args, flags),
      );
    });
  };

  add(
    "alerts",
    "list the live alerts, or show some with all attributes",
    (command) =>
      command
        .argument(
          "[name|id|pattern...]",
          "alerts to list; names and IDs without a pattern show all attributes (default: all)",
        )
        .addOption(withoutConfigurations),
    [
      "dbmon list alerts",
      "dbmon list alerts 'team/*'",
      "dbmon list alerts 'CPU high'",
      "dbmon list alerts 5 --json",
      "dbmon list alerts --no-config",
    ],
  );
  add(
    "hosts",
    "list monitored hosts",
    (command) =>
      addSinceFlag(addNames(command), "only hosts seen", "set by the service")
        .option("--type <type>", "only hosts of this type, for example mysql (repeatable)", collectStrings)
        .option("--deleted", "include deleted hosts"),
    ["dbmon list hosts --type mysql", "dbmon list hosts 'db-*' --json"],
  );
  add("destinations", "list notification destinations (without their settings)", addNames, [
    "dbmon list destinations",
    "dbmon list destinations '#db-*'",
  ]);
  add("policies", "list alert policies (how often an alert can fire)", addNames);
  add("durations", "list alert durations (how long a trigger must be exceeded)", addNames);
  add("integrations", "list integrations (kinds of destinations)", addNames);
  add(
    "metrics",
    "list the metrics of the live alerts and query families (reads each threshold alert)",
    (command) => command.argument("[pattern...]", "those to list, for example 'mysql.*' (default: all)"),
    ["dbmon list metrics", "dbmon list metrics 'mysql.*' --json"],
  );
  add(
    "queries",
    "list query families, sorted by ID",
    (command) =>
      addPeriodFlags(command, "only queries active")
        .option("--new", "only queries first seen in the period")
        .option("--host <id|name>", "only queries of this host (repeatable)", collectStrings)
        .option(
          "--filter <pattern>",
          "only queries with matching text: ^ start, $ end, * any characters",
          parseText,
        )
        .option(
          "--tag <tag>",
          "only queries with this tag: key, value or key=value (repeatable)",
          collectTags,
        )
        .option("--limit <n>", "max queries to list (default: all)", parsePositiveInteger)
        .option("--after <query-id>", "continue after this ID", parseQueryId),
    ["dbmon list queries --since 1d --new", 'dbmon list queries --filter "^select * from orders" --limit 20'],
  );
  add(
    "query-samples",
    "list samples of one query family",
    (command) =>
      addPeriodFlags(
        command.argument(
          "<query-id>",
          "16 hexadecimal digits, as listed by dbmon list queries",
          parseQueryId,
        ),
        "only samples",
      )
        .option("--host <id|name>", "only samples of this host", (text: string) => [parseText(text)])
        .option("--limit <n>", "max samples to list (default: set by the service)", parsePositiveInteger)
        .option("--brief", "omit query text and execution plan"),
    ["dbmon list query-samples 00c0ffee00c0ffee --since 1h --limit 10"],
  );
  add(
    "events",
    "list global events and events of hosts",
    (command) =>
      addPeriodFlags(command, "only events")
        .option("--host <id|name>", "only global events and events of this host (repeatable)", collectStrings)
        .option("--type <type>", "only events of this type (repeatable)", collectStrings)
        .option(
          "--level <level>",
          "only events of this level: info, warn or crit (repeatable)",
          collectLevels,
        ),
    ["dbmon list events --since 1h", 'dbmon list events --since 2026-11-01 --type "code deployment"'],
  );
  registerEnvironments(list, runner);
}

function registerEnvironments(list: Command, runner: CommandRunner): void {
  const command = list
    .command("environments")
    .description("list the environments of dbmon.yaml (offline)")
    .option("--json", jsonHelp);
  addHelp(addConfigFlag(command), {
    notes: [
      "Shows whether the variable of a token is set, and never its value. --json prints the members file and environments.",
      'An environment is { "name": "staging", "base_url": "https://app.example.com", "agent_token": null,',
      '"api_token": { "env": "DBMON_STAGING_TOKEN", "is_set": true } }. An agent_token that is not null is like api_token.',
    ],
    examples: ["dbmon list environments", "dbmon list environments --json | jq -c '[.environments[].name]'"],
  }).action((flags: EnvironmentsFlags) =>
    runner.run(async (context) => (await import("./environments.js")).environmentsAction(context, flags)),
  );
}

function addNames(command: Command): Command {
  return command.argument("[name|id|pattern...]", "those to list, for example 'db-*' (default: all)");
}
