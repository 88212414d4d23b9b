/** Lists and creates events. Events cannot be changed (EVENT-1 to EVENT-7). */
import { endpoints, eventCreation } from "../../service";
import { absoluteTime, checkBody, readHostIds, readQuery } from "../http/validate-input";
import { limits } from "../limits";
import { makeEvent } from "../rules/make-event";
import { checkHostReference } from "../rules/references";
import { checkEventSizes } from "../rules/text-limits";
import { pageResponse, refuseAssignedFields, type Route } from "./route";

const listEvents: Route = ({ environment, clock, query }) => {
  const { from, until, host } = readQuery(endpoints.listEvents.query, query);
  return pageResponse(
    environment.events.find({
      from: absoluteTime(from, clock),
      until: absoluteTime(until, clock),
      hosts: readHostIds(host),
      limit: limits.maxEvents,
    }),
  );
};

const createEvent: Route = ({ environment, body, raise }) => {
  refuseAssignedFields(body, ["uuid", "digest"]);
  const input = checkBody(eventCreation, body);
  checkEventSizes(input);
  if (input.host !== undefined) checkHostReference(["host"], input.host, environment);
  const event = makeEvent(input);
  raise(event);
  return { status: 201, body: event };
};

export const eventRoutes = { listEvents, createEvent };
