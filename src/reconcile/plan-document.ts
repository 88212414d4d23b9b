/**
 * A plan as one versioned JSON document: what `--json` prints, what every renderer shows, and what an apply of a saved plan
 * reads back. Desired alerts are spelled as in a definitions file; live ones as the service answers them, with the fields
 * that the specification does not name.
 */
import { z } from "zod";
import { ProblemError } from "../diagnostics";
import {
  alertAttributes,
  attributesOf,
  conditionOf,
  type ListedAlert,
  MalformedAnswer,
  readAlert,
  readAlertConfig,
  readListedAlert,
  writeAlert,
  writeAlertConfig,
} from "../service";
import { callsOf } from "./calls";
import { type FieldChange } from "./compare";
import { type DesiredAlert, type LiveAlert } from "./desired-alert";
import { fingerprintOf } from "./fingerprint";
import { type Change, type Plan } from "./plan";
import { isKnown } from "./strangers";

const wireObject = z.record(z.string(), z.unknown());
const fieldValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()).readonly(),
  z.array(z.number()).readonly(),
]);

const fieldChange = z
  .strictObject({
    path: z
      .array(z.union([z.string(), z.int()]))
      .readonly()
      .describe('Where the field is: `["threshold", "trigger"]`.'),
    from: fieldValue.exactOptional().describe("Live value; left out where the live alert has none."),
    to: fieldValue.exactOptional().describe("Desired value; left out where the definition has none."),
  })
  .describe("A field that differs.");

const live = z
  .strictObject({
    alert: wireObject.describe("The alert as the service lists it."),
    config: wireObject.nullable().describe("Its configuration; null where it has none: a half-made alert."),
  })
  .describe("The live alert that the change is made to.");

// In a plan nothing is left to a default, and what was approved is read back as it was, sets without members included.
const desired = z
  .strictObject({
    ...alertAttributes,
    renamed_from: z.string().exactOptional(),
    event: z.strictObject({ categories: z.array(z.string()) }).exactOptional(),
    threshold: alertAttributes.threshold.unwrap().exactOptional(),
  })
  .describe("The alert as it is to be, every reference an id.");

const ordered = {
  name: z
    .string()
    .describe("Name that the change is about: the desired one, or that of the alert which goes."),
  after: z.string().exactOptional().describe("Name of the change that has to free this one's name first."),
  interim: z
    .string()
    .exactOptional()
    .describe("Name that the alert takes first, where renames go round in a circle."),
};
const fields = z.array(fieldChange);
const calls = z
  .array(z.enum(["createAlert", "updateAlert", "writeAlertConfig", "deleteAlert"]))
  .describe("The writing calls that it costs, in their order, by the names of the service's endpoints.");

const change = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("create"), ...ordered, calls, desired, fields }),
  z.strictObject({
    action: z.enum(["replace", "complete", "rename", "update", "unchanged"]),
    ...ordered,
    calls,
    desired,
    live,
    fields,
  }),
  z.strictObject({ action: z.literal("delete"), ...ordered, calls, live }),
]);

const problem = z.strictObject({
  severity: z.enum(["error", "warning"]),
  what: z.string().describe("What is wrong."),
  where: z
    .strictObject({
      subject: z.string().exactOptional(),
      field: z
        .array(z.union([z.string(), z.int()]))
        .readonly()
        .exactOptional(),
      file: z.string().exactOptional(),
      line: z.int().exactOptional(),
      column: z.int().exactOptional(),
    })
    .exactOptional(),
  remedy: z.string().exactOptional().describe("What to do next."),
});

export const planDocument = z
  .strictObject({
    version: z.literal(1).describe("Of this form. A reader of one form refuses another."),
    base_url: z
      .string()
      .exactOptional()
      .describe("Address of the service that the plan was made for; the token chooses the environment."),
    fingerprint: z
      .string()
      .describe("Of the live state that the plan was made from: where it differs now, the plan is stale."),
    changes: z.array(change).describe("One for each definition, and the deletions, by name."),
    unmanaged: z
      .array(wireObject)
      .describe("Live alerts that no definition means, and that are left alone, as the service lists them."),
    problems: z.array(problem),
  })
  .meta({ id: "Plan", description: "What has to be done so that the live alerts become the desired ones." });

export type PlanDocument = z.output<typeof planDocument>;
type ChangeDocument = PlanDocument["changes"][number];
type DesiredDocument = z.output<typeof desired>;

/** @param baseUrl of the service that the plan was made for */
export function writePlan(plan: Plan, baseUrl?: string): PlanDocument {
  return {
    version: 1,
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    fingerprint: fingerprintOf(plan),
    changes: plan.changes.map(writeChange),
    unmanaged: plan.unmanaged.map(writeListed),
    problems: [...plan.problems],
  };
}

/**
 * The plan that a document holds: what was given to {@link writePlan}.
 * @throws ProblemError where it is no plan of this form, or where it was changed by hand
 */
export function readPlan(value: unknown): Plan & { readonly baseUrl?: string } {
  const parsed = planDocument.safeParse(value);
  if (!parsed.success) throw unreadable(z.prettifyError(parsed.error));
  const { base_url: baseUrl, changes, unmanaged, problems, fingerprint } = parsed.data;
  const plan = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    changes: changes.map(readChange),
    unmanaged: understood(() => unmanaged.map((one) => readListedAlert(one))),
    problems,
  };
  if (fingerprintOf(plan) === fingerprint) return plan;
  throw unreadable("its live alerts are not those of its fingerprint");
}

function writeChange(change: Change): ChangeDocument {
  const order = { ...orderOf(change), calls: [...callsOf(change)] };
  if (change.action === "delete") {
    const { live } = change;
    return { action: change.action, name: live.alert.name, ...order, live: writeLive(live) };
  }
  const { name } = change.desired;
  const wanted = { desired: writeDesired(change.desired), fields: change.fields.map(writeField) };
  if (change.action === "create") return { action: change.action, name, ...order, ...wanted };
  return { action: change.action, name, ...order, live: writeLive(change.live), ...wanted };
}

function readChange(written: z.output<typeof change>): Change {
  const order = orderOf(written);
  if (written.action === "delete") return { action: "delete", ...order, live: readLive(written.live) };
  const wanted = { desired: readDesired(written.desired), fields: written.fields.map(readField) };
  if (written.action === "create") return { action: "create", ...order, ...wanted };
  return { action: written.action, ...order, live: readLive(written.live), ...wanted };
}

function orderOf({ after, interim }: { readonly after?: string; readonly interim?: string }) {
  return { ...(after === undefined ? {} : { after }), ...(interim === undefined ? {} : { interim }) };
}

function writeDesired({ condition, hostTypes, renamedFrom, ...alert }: DesiredAlert): DesiredDocument {
  return {
    ...alert,
    destinations: [...alert.destinations],
    hosts: [...alert.hosts],
    host_types: [...hostTypes],
    ...(renamedFrom === undefined ? {} : { renamed_from: renamedFrom }),
    ...attributesOf(condition),
  };
}

function readDesired({
  event,
  threshold,
  host_types,
  renamed_from,
  ...alert
}: DesiredDocument): DesiredAlert {
  const condition = conditionOf(event, threshold);
  if (condition === undefined) throw unreadable(`${alert.name} does not have exactly one kind`);
  const past = renamed_from === undefined ? {} : { renamedFrom: renamed_from };
  return { ...alert, ...past, hostTypes: host_types, condition };
}

function writeLive({ alert, config }: LiveAlert): z.output<typeof live> {
  return {
    alert: writeAlert(alert),
    config: config === undefined ? null : writeAlertConfig(config, config.unknownFields),
  };
}

function writeListed(alert: ListedAlert): z.output<typeof wireObject> {
  return isKnown(alert) ? writeAlert(alert) : { id: alert.id, name: alert.name, type: alert.type };
}

function readLive(written: z.output<typeof live>): LiveAlert {
  const alert = understood(() => readAlert(written.alert));
  return { alert, config: understood(() => readAlertConfig(written.config, alert.kind)) };
}

function writeField({ path, from, to }: FieldChange): z.output<typeof fieldChange> {
  return {
    path,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function readField({ path, from, to }: z.output<typeof fieldChange>): FieldChange {
  return { path, from, to };
}

function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedAnswer) throw unreadable(error.message);
    throw error;
  }
}

function unreadable(why: string): ProblemError {
  return ProblemError.of(`The plan cannot be read: ${why}.`, {
    remedy: "Make it anew with this version of dbmon, and leave it as it is.",
  });
}
