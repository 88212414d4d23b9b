/** `dbmon list`: lists objects of the service. */
import { type EnvironmentCommand, readCommand } from "../shared/environments/environment-command";
import { withSession } from "../shared/service/session";
import { validateInterval } from "../shared/service/times";
import { listDestinations, listDurations, listIntegrations, listPolicies } from "./alert-options";
import { listAlerts } from "./alerts";
import { listEvents } from "./events";
import { listHosts } from "./hosts";
import { listQueries } from "./queries";
import { listQuerySamples } from "./query-samples";
import { type List, type ListFlags } from "./view";

const lists = {
  alerts: listAlerts,
  hosts: listHosts,
  destinations: listDestinations,
  policies: listPolicies,
  durations: listDurations,
  integrations: listIntegrations,
  queries: listQueries,
  "query-samples": listQuerySamples,
  events: listEvents,
} satisfies Readonly<Record<string, List>>;

export type ListKind = keyof typeof lists;

export function listCommand(
  kind: ListKind,
  selected: readonly string[],
  flags: ListFlags,
): EnvironmentCommand {
  const list: List = lists[kind];
  return readCommand((context) => {
    validateInterval(flags);
    return withSession(context, (open) => list(context, open, selected, flags));
  });
}
