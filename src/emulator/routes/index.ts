/**
 * One route per endpoint of the service; a missing route is a compile error. Here: hosts, destinations and options (HOST-1 to HOST-4,
 * DEST-1, OPT-1 to OPT-3), and events, which cannot be changed (EVENT-1 to EVENT-7).
 */
import { endpoints, eventCreation } from "../../service";
import { absoluteTime, checkBody, readHostIds, readQuery } from "../http/input";
import { checkHostReference, checkSizes, limits } from "../rules/checks";
import { makeEvent } from "../rules/make-event";
import { alertRoutes } from "./alerts";
import { queryRoutes } from "./queries";
import { listResponse, pageResponse, refuseAssignedFields, type Route } from "./route";

const listHosts: Route = ({ environment, clock, query }) => {
  const { from, nest } = readQuery(endpoints.listHosts.query, query);
  const since = absoluteTime(from, clock) ?? 0;
  const hosts = environment.hosts.list().filter((host) => host.lastSeen >= since);
  return listResponse(hosts.map(({ tags = [], ...host }) => (nest === "tags" ? { ...host, tags } : host)));
};

const listEvents: Route = ({ environment, clock, query }) => {
  const { from, until, host } = readQuery(endpoints.listEvents.query, query);
  return pageResponse(
    environment.events.find({
      from: absoluteTime(from, clock),
      until: absoluteTime(until, clock),
      hosts: readHostIds(host),
      limit: limits.maxEvents + 1,
    }),
    limits.maxEvents,
  );
};

const createEvent: Route = ({ environment, body, raise }) => {
  refuseAssignedFields(body, ["uuid", "digest"]);
  const input = checkBody(eventCreation, body);
  checkSizes(input, ["type", "message"]);
  if (input.host !== undefined) checkHostReference(["host"], input.host, environment);
  const event = makeEvent(input);
  raise(event);
  return { status: 201, body: event };
};

export const routes: Record<keyof typeof endpoints, Route> = {
  ...alertRoutes,
  ...queryRoutes,
  listHosts,
  /** Includes the settings of the destinations, as the specification shows. */
  listDestinations: ({ environment }) => listResponse(environment.destinations.list()),
  listIntegrations: ({ environment }) => listResponse(environment.integrations.list()),
  listPolicies: ({ environment }) => listResponse(environment.policies.list()),
  listDurations: ({ environment }) => listResponse(environment.durations.list()),
  listEvents,
  createEvent,
};
