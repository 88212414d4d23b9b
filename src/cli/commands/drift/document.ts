/** The JSON document of `dbmon drift --json`. Its schema is schemas/drift.schema.json. */
import * as z from "zod";
import { type Place } from "../../../diagnostics";
import {
  namesInFields,
  planSchemas,
  resultsOf,
  type RunOrigin,
  writeField,
  writeNames,
  writeOrigin,
} from "../../../plan-document";
import { type Drift } from "../../../planning";
import { nameOf } from "../../../reconcile";
import { alertAttributes, type TextMap, writeMute } from "../../../service";

export function driftSchema() {
  const { tested, backtest, fieldChange, names, origin, place, problem } = planSchemas();
  return z
    .strictObject({
      ...origin,
      alerts: z
        .array(
          z.strictObject({
            name: z.string(),
            status: z
              .enum(["in-sync", "pending", "mute ended", "hosts", "drifted", "unknown"])
              .describe(
                "pending: the alert reads as before a recorded write that takes effect by `until`. " +
                  "mute ended: the mute of the definition has ended, and the next apply enables the alert. " +
                  "hosts: the hosts that host_tags and patterns match now are not those that the alert lists. " +
                  "unknown: the alert differs, and was not compared again one propagation window later.",
              ),
            until: z.iso.datetime().exactOptional().describe("When a pending change must have taken effect."),
            id: z.int().exactOptional().describe("ID of the live alert, if it exists."),
            action: z
              .enum(["create", "replace", "complete", "rename", "update", "unchanged"])
              .describe("Action of an apply."),
            where: place.exactOptional().describe("Location of the definition."),
            muted: alertAttributes.muted.unwrap().exactOptional().describe("Mute of the definition."),
            fields: z.array(fieldChange).describe("The fields that differ, with live and desired value."),
            ...tested,
          }),
        )
        .describe("One alert per definition, sorted by name."),
      unmanaged: z
        .array(z.strictObject({ id: z.int(), name: z.string() }))
        .describe("Live alerts without a definition."),
      no_longer_defined: z
        .array(z.strictObject({ id: z.int(), name: z.string() }))
        .describe("Live alerts without a definition that belong to the definitions by `owns`."),
      problems: z
        .array(problem)
        .describe(
          "If one is an error, nothing was compared, or an alert fires more often than --max-firings allows.",
        ),
      names,
      backtest: backtest.exactOptional(),
    })
    .meta({ id: "Drift", description: "The live alerts that differ from their definitions." });
}

export type DriftDocument = z.output<ReturnType<typeof driftSchema>>;

export interface DriftOrigin extends RunOrigin {
  readonly places: TextMap<Place>;
}

export function writeDrift(
  { alerts, unmanaged, noLongerDefined, problems, names = {}, backtests }: Drift,
  { places, ...origin }: DriftOrigin,
): DriftDocument {
  const fields = alerts.flatMap(({ change }) => change.fields);
  const tested = [...(backtests?.alerts.values() ?? [])].flatMap(({ destinations }) => destinations);
  const shown: typeof fields = [{ path: ["destinations"], from: undefined, to: tested.map(({ id }) => id) }];
  return {
    ...writeOrigin(origin),
    alerts: alerts.map(({ change, ...drift }) => {
      const name = nameOf(change);
      const where = places.get(name);
      const { mute } = change.desired;
      return {
        name,
        status: drift.status,
        ...(drift.status === "pending" ? { until: new Date(drift.until).toISOString() } : {}),
        ...(change.action === "create" ? {} : { id: change.live.alert.id }),
        action: change.action,
        ...(where === undefined ? {} : { where }),
        ...(mute === undefined ? {} : { muted: writeMute(mute) }),
        fields: change.fields.map(writeField),
        ...resultsOf(backtests, name),
      };
    }),
    unmanaged: unmanaged.map(({ id, name }) => ({ id, name })),
    no_longer_defined: noLongerDefined.map(({ id, name }) => ({ id, name })),
    problems: [...problems],
    ...writeNames(namesInFields(names, [...fields, ...shown])),
    ...(backtests === undefined ? {} : { backtest: backtests.history }),
  };
}
