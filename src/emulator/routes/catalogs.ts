/** Lists hosts, destinations, integrations, policies and durations (HOST-1 to HOST-4, DEST-1, OPT-1 to OPT-3). */
import { endpoints, type HostWire } from "../../service";
import { absoluteTime, readQuery } from "../http/validate-input";
import { listResponse, type Route } from "./route";

const listHosts: Route = ({ environment, clock, query }) => {
  const { from, nest } = readQuery(endpoints.listHosts.query, query);
  const since = absoluteTime(from, clock) ?? 0;
  const hosts = environment.hosts.list().filter((host) => host.lastSeen >= since);
  return listResponse(nest === "tags" ? hosts.map(withTags) : hosts.map(withoutTags));
};

function withTags(host: HostWire): HostWire {
  return { ...host, tags: host.tags ?? [] };
}

function withoutTags(host: HostWire): Omit<HostWire, "tags"> {
  const { tags: _, ...rest } = host;
  return rest;
}

/** Includes the settings of the destinations, as the specification shows. */
const listDestinations: Route = ({ environment }) => listResponse(environment.destinations.list());
const listIntegrations: Route = ({ environment }) => listResponse(environment.integrations.list());
const listPolicies: Route = ({ environment }) => listResponse(environment.policies.list());
const listDurations: Route = ({ environment }) => listResponse(environment.durations.list());

export const catalogRoutes = { listHosts, listDestinations, listIntegrations, listPolicies, listDurations };
