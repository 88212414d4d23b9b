/** The JSON document of `dbmon drill --json`, and its report. Its schema is schemas/drill.schema.json. */
import * as z from "zod";
import { planSchemas, readOrigin } from "../../../plan-document";
import { type Report } from "../../../reports";

export function drillSchema() {
  const { origin, problem } = planSchemas();
  const shown = z
    .strictObject({
      status: z.number().exactOptional(),
      updated: z.string().exactOptional(),
    })
    .exactOptional();
  const destination = z.strictObject({
    name: z.string(),
    id: z.int().exactOptional().describe("Unknown after --resume."),
    drill: z.string().exactOptional().describe("ID of the drill, which --resume takes."),
    result: z.enum(["planned", "delivered", "not confirmed", "not asked"]),
    how: z.enum(["webhook", "person"]).exactOptional().describe("What proves the delivery."),
    seconds: z.int().exactOptional().describe("From the event until the proof."),
    detail: z.string(),
    before: shown.describe("What the service showed before the event. It defines the numbers."),
    after: shown,
  });
  const leftover = z.strictObject({
    name: z.string(),
    id: z.int(),
    result: z.enum(["to delete", "deleted", "kept"]),
    detail: z.string(),
  });
  return z
    .strictObject({
      ...origin,
      destinations: z.array(destination),
      leftovers: z.array(leftover).describe("Alerts of drills that were killed."),
      notes: z.array(z.string()).describe("What the drill would do, and how to confirm it later."),
      problems: z.array(problem),
    })
    .meta({ id: "Drill", description: "Which destinations delivered the notification of a fire drill." });
}

export type DrillDocument = z.output<ReturnType<typeof drillSchema>>;
export type DrilledDestination = DrillDocument["destinations"][number];
export type Leftover = DrillDocument["leftovers"][number];

const severities = {
  planned: "notice",
  delivered: "none",
  "not confirmed": "error",
  "not asked": "notice",
  "to delete": "notice",
  deleted: "none",
  kept: "notice",
} as const;

export function drillReport(document: DrillDocument): Report {
  const { destinations, leftovers, notes, problems } = document;
  const findings = [...leftovers, ...destinations].map((one) => ({
    kind: "drill" as const,
    name: one.name,
    status: one.result,
    severity: severities[one.result],
    what: one.detail,
    evidence: "before" in one ? [describeShown(one)] : [],
  }));
  return { kind: "drill", title: "Drill", ...readOrigin(document), findings, notes, problems };
}

function describeShown({ before, after }: DrilledDestination): string {
  const describe = ({ status, updated }: NonNullable<typeof before> = {}) =>
    `status ${status ?? "unknown"}, updated ${updated ?? "unknown"}`;
  return `The service showed before: ${describe(before)}; after: ${describe(after)}.`;
}
