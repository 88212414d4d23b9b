/** What the commands that list an alert's choices do. */
import { type ServiceClient } from "../../client";
import { type AlertDuration, type AlertOption, type Destination } from "../../service";
import { type CliContext } from "../context";
import { type ListView, printList, type ListFlags } from "../lists/print-list";
import { withReadOnlySession } from "../session";
import { formatTime } from "../service/times";

export type ChoiceNoun = "destinations" | "policies" | "durations" | "integrations";

/** The service takes no filter for any of them. */
export function choicesAction(context: CliContext, noun: ChoiceNoun, flags: ListFlags): Promise<void> {
  const list = async <T>(shown: ListView<T>, read: (client: ServiceClient) => Promise<readonly T[]>) => {
    printList(context, shown, await withReadOnlySession(context, ({ client }) => read(client)), flags);
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
const destinations: ListView<Destination> = {
  name: "destinations",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    { title: "INTEGRATION", value: ({ integration }) => integration },
    { title: "STATUS", value: ({ status }) => status },
    { title: "UPDATED", value: ({ updated }) => formatTime(updated) },
  ],
  document: ({ id, name, integration, status, updated }) => ({
    id,
    name: name ?? null,
    integration: integration ?? null,
    status: status ?? null,
    updated: formatTime(updated) ?? null,
  }),
};

function options(name: string): ListView<AlertOption> {
  return {
    name,
    columns: [
      { title: "ID", value: ({ id }) => id },
      { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    ],
    document: ({ id, name }) => ({ id, name: name ?? null }),
  };
}

const durations: ListView<AlertDuration> = {
  name: "durations",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    { title: "SECONDS", value: ({ seconds }) => seconds },
  ],
  document: ({ id, name, seconds }) => ({ id, name: name ?? null, seconds: seconds ?? null }),
};
