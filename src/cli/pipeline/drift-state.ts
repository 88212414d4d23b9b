/** Summarizes the document of `dbmon drift` for the issue that reports it. */
import * as z from "zod";
import { type DriftState, keyOf } from "../../pipelines";
import { type Document } from "../shared/environments/environment-command";

const alert = z.object({
  name: z.string(),
  status: z.enum(["in-sync", "pending", "mute ended", "drifted", "unknown"]),
  action: z.string(),
  fields: z.array(z.unknown()),
});
const single = z.object({ alerts: z.array(alert) });
const several = z.object({ environments: z.record(z.string(), single) });

export interface DriftSummary {
  readonly state: DriftState;
  /** A hash of the alerts that drifted and of how they differ. */
  readonly fingerprint: string;
}

/** @param document of a comparison without errors */
export function summarizeDrift(document: Document): DriftSummary {
  const environments =
    "environments" in document ? several.parse(document).environments : { "": single.parse(document) };
  const alerts = Object.entries(environments).flatMap(([environment, { alerts }]) =>
    alerts.map((alert) => ({ environment, ...alert })),
  );
  const drifted = alerts.filter(({ status }) => status !== "in-sync" && status !== "pending");
  const isPending = alerts.some(({ status }) => status === "pending");
  return {
    state: drifted.length > 0 ? "drifted" : isPending ? "pending" : "in sync",
    fingerprint: keyOf(drifted),
  };
}
