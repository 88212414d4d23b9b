/** All data sources of the provider. */
import { alertData, alerts } from "./alerts";
import { destination, destinations } from "./destinations";
import { alertDuration, alertDurations } from "./durations";
import { events } from "./events";
import { host, hosts } from "./hosts";
import { integrations } from "./integrations";
import { alertPolicies, alertPolicy } from "./policies";
import { queries, query } from "./queries";
import { querySamples } from "./query-samples";

export const dataSources = [
  ...[alertData, alerts, destination, destinations, host, hosts, integrations],
  ...[alertPolicies, alertPolicy, alertDurations, alertDuration],
  ...[query, queries, querySamples, events],
];
