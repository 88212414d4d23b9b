/** All data sources of the provider. */
import { alertData } from "./alert";
import { alertDuration } from "./alert-duration";
import { alertDurations } from "./alert-durations";
import { alertPolicies } from "./alert-policies";
import { alertPolicy } from "./alert-policy";
import { alerts } from "./alerts";
import { destination } from "./destination";
import { destinations } from "./destinations";
import { events } from "./events";
import { host } from "./host";
import { hosts } from "./hosts";
import { integrations } from "./integrations";
import { queries } from "./queries";
import { query } from "./query";
import { querySamples } from "./query-samples";

export const dataSources = [
  alertData,
  alerts,
  destination,
  destinations,
  host,
  hosts,
  integrations,
  alertPolicies,
  alertPolicy,
  alertDurations,
  alertDuration,
  query,
  queries,
  querySamples,
  events,
];
