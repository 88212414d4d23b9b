/** All data sources of the provider. */
import { alertData, alerts } from "./alerts";
import { events } from "./events";
import { host, hosts } from "./hosts";
import { objectDataSources } from "./objects";
import { queries, query, querySamples } from "./queries";

export const dataSources = [
  ...[alertData, alerts, host, hosts],
  ...objectDataSources,
  ...[query, queries, querySamples, events],
];
