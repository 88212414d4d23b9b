/** What an alert can be given: integrations, policies, durations (OPT-1 to OPT-3). */
import { list, type Route } from "./route";

const listIntegrations: Route = ({ environment }) => list(environment.integrations.list());
const listPolicies: Route = ({ environment }) => list(environment.policies.list());
const listDurations: Route = ({ environment }) => list(environment.durations.list());

export const alertOptionRoutes = { listIntegrations, listPolicies, listDurations };
