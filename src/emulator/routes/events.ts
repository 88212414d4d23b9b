/** Events: listed and created, never changed (EVENT-1 to EVENT-7). */
import { endpoints, eventCreation } from "../../service";
import { badField } from "../http/api-error";
import { checkBody } from "../http/check-body";
import { absoluteTimeOf, readHosts, readQuery } from "../http/read-query";
import { limits } from "../limits";
import { makeEvent } from "../rules/make-event";
import { checkHostReference } from "../rules/references";
import { checkEventSizes } from "../rules/text-limits";
import { pageOf, type Route } from "./route";

const listEvents: Route = ({ environment, clock, query }) => {
  const { from, until, host } = readQuery(endpoints.listEvents.query, query);
  return pageOf(
    environment.events.find({
      from: absoluteTimeOf(from, clock),
      until: absoluteTimeOf(until, clock),
      hosts: readHosts(host),
      limit: limits.maximumEvents,
    }),
  );
};

const createEvent: Route = ({ environment, body, raise }) => {
  for (const assigned of ["uuid", "digest"]) {
    if (typeof body === "object" && body !== null && Object.hasOwn(body, assigned)) {
      throw badField([assigned], "is not accepted here: the service assigns it");
    }
  }
  const wanted = checkBody(eventCreation, body);
  checkEventSizes(wanted);
  if (wanted.host !== undefined) checkHostReference(["host"], wanted.host, environment);
  const event = makeEvent(wanted);
  raise(event);
  return { status: 201, body: event };
};

export const eventRoutes = { listEvents, createEvent };
