/** `dbmon destinations`, `policies`, `durations` and `integrations`: lists the objects that an alert can refer to. */
import { type ServiceClient } from "../../client";
import { type AlertDuration, type AlertOption, type Destination } from "../../service";
import { type CliContext } from "../shared/context";
import { type Result } from "../shared/environments/environment-command";
import { type ListFlags, type ListView, printList } from "./print-list";
import { formatTime } from "../shared/service/times";

export type AlertOptionList = "destinations" | "policies" | "durations" | "integrations";

export function alertOptionsAction(
  context: CliContext,
  name: AlertOptionList,
  flags: ListFlags,
): Promise<Result> {
  const list = <T>(view: ListView<T>, fetch: (client: ServiceClient) => Promise<readonly T[]>) =>
    printList(context, view, flags, ({ client }) => fetch(client));
  switch (name) {
    case "destinations":
      return list(destinationView, (client) => client.listDestinations());
    case "policies":
      return list(optionView(name), (client) => client.listPolicies());
    case "durations":
      return list(durationView, (client) => client.listDurations());
    case "integrations":
      return list(optionView(name), (client) => client.listIntegrations());
  }
}

/** The client drops the settings of destinations, which contain secrets (DEST-2). */
const destinationView: ListView<Destination> = {
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

const durationView: ListView<AlertDuration> = {
  name: "durations",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    { title: "SECONDS", value: ({ seconds }) => seconds },
  ],
  document: ({ id, name, seconds }) => ({ id, name: name ?? null, seconds: seconds ?? null }),
};

function optionView(listName: string): ListView<AlertOption> {
  return {
    name: listName,
    columns: [
      { title: "ID", value: ({ id }) => id },
      { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    ],
    document: ({ id, name }) => ({ id, name: name ?? null }),
  };
}
