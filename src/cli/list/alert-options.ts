/** `dbmon list destinations`, `policies`, `durations` and `integrations`: the objects that an alert can refer to. */
import { type ServiceClient } from "../../client";
import { type AlertDuration, type AlertOption, type Destination } from "../../service";
import { formatTime } from "../shared/service/times";
import { type ListName } from "./document";
import { type List, type ListView, type NamedObject, printList, selectObjects } from "./view";

/** The client drops the settings of destinations, which contain secrets (DEST-2). */
const destinationView: ListView<"destinations", Destination> = {
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

const durationView: ListView<"durations", AlertDuration> = {
  name: "durations",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    { title: "SECONDS", value: ({ seconds }) => seconds },
  ],
  document: ({ id, name, seconds }) => ({ id, name: name ?? null, seconds: seconds ?? null }),
};

type OptionListName = "policies" | "integrations";

const optionView = (name: OptionListName): ListView<OptionListName, AlertOption> => ({
  name,
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name: text }) => text, maxWidth: 60 },
  ],
  document: ({ id, name: text }) => ({ id, name: text ?? null }),
});

export const listDestinations = listOf("destination", destinationView, (client) => client.listDestinations());
export const listPolicies = listOf("policy", optionView("policies"), (client) => client.listPolicies());
export const listDurations = listOf("duration", durationView, (client) => client.listDurations());
export const listIntegrations = listOf("integration", optionView("integrations"), (client) =>
  client.listIntegrations(),
);

function listOf<Name extends ListName, T extends NamedObject>(
  noun: string,
  view: ListView<Name, T>,
  read: (client: ServiceClient) => Promise<readonly T[]>,
): List {
  return async (context, open, selected, flags) => {
    const found = selectObjects(context, noun, await read(open.session.client), selected);
    return printList(context, open, view, flags, found);
  };
}
