/** The JSON document of `dbmon routes --json`. Its schema is schemas/routes.schema.json. */
import * as z from "zod";
import { describeTargets, type RouteGroup, type RouteTarget } from "../../../impact";
import {
  type ObjectNames,
  planSchemas,
  routeSchemas,
  type RunOrigin,
  writeOrigin,
} from "../../../plan-document";

export function routesSchema() {
  const { scope, host_types, level, event } = routeSchemas().routeChange.shape;
  const object = z.strictObject({ id: z.int().exactOptional(), name: z.string().exactOptional() });
  return z
    .strictObject({
      ...planSchemas().origin,
      source: z
        .enum(["definitions", "live"])
        .describe("The alerts: those of the definitions, or the live ones."),
      excluded_alerts: z
        .int()
        .exactOptional()
        .describe(
          "Number of live alerts of unsupported kinds, which may notify someone too. Missing if there are none.",
        ),
      routes: z
        .array(
          z.strictObject({
            scope,
            hosts: z.array(object).exactOptional(),
            host_types,
            notifications: z
              .array(
                z.strictObject({
                  level,
                  event,
                  destinations: z
                    .array(object)
                    .describe(
                      "Empty: nobody is notified. Without a service, a destination has no id or no name.",
                    ),
                  alerts: z.array(z.string()).describe("Names of the alerts that fire."),
                }),
              )
              .describe("One entry per level, highest first, and per category."),
          }),
        )
        .describe("One entry per group of hosts with equal notifications."),
    })
    .meta({ id: "Routes", description: "Who is notified: destinations by hosts, levels and categories." });
}

export type RoutesDocument = z.output<ReturnType<typeof routesSchema>>;

export interface RoutesContent {
  readonly source: RoutesDocument["source"];
  readonly groups: readonly RouteGroup[];
  readonly targets: readonly RouteTarget[];
  readonly names: ObjectNames;
  readonly hasIds: boolean;
  readonly excluded: number | undefined;
}

export function writeRoutes(
  { source, groups, targets, names, hasIds, excluded = 0 }: RoutesContent,
  origin: RunOrigin = {},
): RoutesDocument {
  const named = (id: number, name: string | undefined) => ({
    ...(hasIds || name === undefined ? { id } : {}),
    ...(name === undefined ? {} : { name }),
  });
  return {
    ...writeOrigin(origin),
    source,
    ...(excluded === 0 ? {} : { excluded_alerts: excluded }),
    routes: groups.flatMap(({ targets: own, routes }) => {
      const notifications = routes.map(({ cause, destinations, alerts }) => ({
        ...(cause.kind === "event" ? { event: cause.category } : { level: cause.level }),
        destinations: destinations.map((id) => named(id, names.destinations?.[String(id)])),
        alerts: [...alerts],
      }));
      return describeTargets(own, targets).map((scope) => ({
        ...scope,
        ...(scope.hosts === undefined ? {} : { hosts: scope.hosts.map(({ id, name }) => named(id, name)) }),
        notifications,
      }));
    }),
  };
}
