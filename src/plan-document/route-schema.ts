/** The difference that a plan makes to who is notified, as plan documents contain it. impact/ computes it. */
import * as z from "zod";
import { alertLevels } from "../service";

export function routeSchemas() {
  const object = z.strictObject({ id: z.int(), name: z.string().exactOptional() });
  const routeChange = z
    .strictObject({
      scope: z
        .enum(["hosts", "host_types", "other_hosts", "all_hosts", "global_events"])
        .describe(
          "hosts: those in `hosts`. host_types: all hosts of the types in `host_types`. other_hosts: hosts that no alert names by ID " +
            "or type. global_events: events without a host.",
        ),
      hosts: z.array(object).exactOptional(),
      host_types: z.array(z.string()).exactOptional(),
      level: z.enum(alertLevels).exactOptional().describe("Level of threshold alerts."),
      event: z.string().exactOptional().describe("Category of events."),
      before: z.array(object).describe("The destinations that are notified before the plan."),
      after: z.array(object).describe("The destinations that are notified after the plan."),
    })
    .describe("A difference in the destinations of one level or category.");
  const routes = z
    .strictObject({
      changes: z.array(routeChange),
      excluded_alerts: z
        .int()
        .describe(
          "Number of active live alerts that are not included, because their configurations were not read.",
        ),
    })
    .describe("How the plan changes who is notified. Missing if it changes nothing. For display only.");
  return { object, routeChange, routes };
}

export type RouteChanges = z.output<ReturnType<typeof routeSchemas>["routes"]>;
export type RouteChange = RouteChanges["changes"][number];
