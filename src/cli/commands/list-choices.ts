/** `dbmon destinations`, `policies`, `durations` and `integrations`: what an alert can refer to. */
import { type Command } from "commander";
import { type ServiceClient } from "../../client";
import { type AlertDuration, type AlertOption, type Destination } from "../../service";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { type Shown, showList, type ShowOptions } from "../lists/show-list";
import { readingWith } from "../reading";
import { timeText } from "../times";

export function registerChoiceCommands(program: Command, context: CliContext): void {
  /** The service takes no filter for any of them. */
  const register = <T>(
    shown: Shown<T>,
    description: string,
    list: (client: ServiceClient) => Promise<readonly T[]>,
  ) => {
    addHelp(program.command(shown.noun).description(description).option("--json", "print JSON"), {
      examples: [`dbmon ${shown.noun}`, `dbmon ${shown.noun} --json`],
    }).action(async (options: ShowOptions) => {
      const found = await readingWith(context, (session) => list(session.client));
      showList(context, shown, found, options);
    });
  };
  register(destinations, "list the destinations of notifications, without their settings", (client) =>
    client.listDestinations(),
  );
  register(options("policies"), "list the alert policies: how often an alert can fire", (client) =>
    client.listPolicies(),
  );
  register(durations, "list the alert durations: how long a trigger must be exceeded", (client) =>
    client.listDurations(),
  );
  register(options("integrations"), "list the kinds of destinations", (client) => client.listIntegrations());
}

/** Settings are dropped as they are read: a destination has none to show (DEST-2). */
const destinations: Shown<Destination> = {
  noun: "destinations",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, widest: 60 },
    { title: "INTEGRATION", value: ({ integration }) => integration },
    { title: "STATUS", value: ({ status }) => status },
    { title: "UPDATED", value: ({ updated }) => timeText(updated) },
  ],
  document: ({ id, name, integration, status, updated }) => ({
    id,
    name: name ?? null,
    integration: integration ?? null,
    status: status ?? null,
    updated: timeText(updated) ?? null,
  }),
};

function options(noun: string): Shown<AlertOption> {
  return {
    noun,
    columns: [
      { title: "ID", value: ({ id }) => id },
      { title: "NAME", value: ({ name }) => name, widest: 60 },
    ],
    document: ({ id, name }) => ({ id, name: name ?? null }),
  };
}

const durations: Shown<AlertDuration> = {
  noun: "durations",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, widest: 60 },
    { title: "SECONDS", value: ({ seconds }) => seconds },
  ],
  document: ({ id, name, seconds }) => ({ id, name: name ?? null, seconds: seconds ?? null }),
};
