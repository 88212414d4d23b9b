/** What the commands that list an alert's choices do. */
import { type ServiceClient } from "../../client";
import { type AlertDuration, type AlertOption, type Destination } from "../../service";
import { type CliContext } from "../context";
import { type Shown, showList, type ShowOptions } from "../lists/show-list";
import { withReadOnlySession } from "../read-only-session";
import { timeText } from "../service/times";

export type ChoiceNoun = "destinations" | "policies" | "durations" | "integrations";

/** The service takes no filter for any of them. */
export function choicesAction(context: CliContext, noun: ChoiceNoun, flags: ShowOptions): Promise<void> {
  const list = async <T>(shown: Shown<T>, read: (client: ServiceClient) => Promise<readonly T[]>) => {
    showList(context, shown, await withReadOnlySession(context, ({ client }) => read(client)), flags);
  };
  switch (noun) {
    case "destinations":
      return list(destinations, (client) => client.listDestinations());
    case "policies":
      return list(options(noun), (client) => client.listPolicies());
    case "durations":
      return list(durations, (client) => client.listDurations());
    case "integrations":
      return list(options(noun), (client) => client.listIntegrations());
  }
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
