/** `dbmon list destinations`, `policies`, `durations` and `integrations`: the objects that an alert can refer to. */
import { type AlertDuration, type AlertOption, type Destination } from "../../service";
import { formatTime } from "../shared/service/times";
import { type List, type ListView, printList, selectObjects } from "./view";

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

export const listDestinations: List = async (context, open, selected, flags) => {
  const destinations = await open.session.client.listDestinations();
  const found = selectObjects("destination", destinations, selected);
  return printList(context, open, destinationView, flags, found);
};

export const listPolicies: List = async (context, open, selected, flags) => {
  const policies = await open.session.client.listPolicies();
  const found = selectObjects("policy", policies, selected);
  return printList(context, open, optionView("policies"), flags, found);
};

export const listDurations: List = async (context, open, selected, flags) => {
  const durations = await open.session.client.listDurations();
  const found = selectObjects("duration", durations, selected);
  return printList(context, open, durationView, flags, found);
};

export const listIntegrations: List = async (context, open, selected, flags) => {
  const integrations = await open.session.client.listIntegrations();
  const found = selectObjects("integration", integrations, selected);
  return printList(context, open, optionView("integrations"), flags, found);
};

function optionView(name: string): ListView<AlertOption> {
  return {
    name,
    columns: [
      { title: "ID", value: ({ id }) => id },
      { title: "NAME", value: ({ name: text }) => text, maxWidth: 60 },
    ],
    document: ({ id, name: text }) => ({ id, name: text ?? null }),
  };
}
