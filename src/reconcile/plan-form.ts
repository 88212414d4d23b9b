/**
 * The form of a plan as a document, in zod: see plan-document.ts. Every description goes into schemas/plan.schema.json. It is made
 * for who reads a plan or writes that schema; most commands do neither, and do not wait for it.
 */
import * as z from "zod";
import { alertAttributes } from "../service";

export function planForms() {
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
      config: wireObject
        .nullable()
        .describe("Its configuration; null where it has none: an incomplete alert."),
    })
    .describe("The live alert that the change is made to.");

  // In a plan nothing is left to a default, and what was approved is read back as it was, sets without members included.
  const desired = z
    .strictObject({
      ...alertAttributes,
      renamed_from: z.string().exactOptional(),
      ignore: alertAttributes.ignore.unwrap().exactOptional(),
      event: z.strictObject({ categories: z.array(z.string()) }).exactOptional(),
      threshold: alertAttributes.threshold.unwrap().exactOptional(),
    })
    .describe("The alert as it is to be, every reference an id.");

  const place = z.strictObject({
    subject: z.string().exactOptional().describe("Name of the alert or other object that it is about."),
    field: z
      .array(z.union([z.string(), z.int()]))
      .readonly()
      .exactOptional(),
    file: z.string().exactOptional(),
    line: z.int().exactOptional().describe("From 1."),
    column: z.int().exactOptional().describe("From 1."),
    construct: z.string().exactOptional().describe("Path of the construct that it was synthesized from."),
  });

  const problem = z
    .strictObject({
      severity: z.enum(["error", "warning"]),
      what: z.string().describe("What is wrong."),
      where: place.exactOptional(),
      remedy: z.string().exactOptional().describe("What to do next."),
    })
    .describe("A thing that is wrong: what, where, and what to do.");

  const ordered = {
    name: z
      .string()
      .describe("Name that the change is about: the desired one, or that of the alert which goes."),
    where: place.exactOptional().describe("Where its definition is written."),
    after: z.string().exactOptional().describe("Name of the change that has to free this one's name first."),
    interim: z
      .string()
      .exactOptional()
      .describe("Name that the alert takes first, where renames go round in a circle."),
  };
  const id = z.int().describe("Of the live alert.");
  const fields = z.array(fieldChange);
  const calls = z
    .array(z.enum(["createAlert", "updateAlert", "writeAlertConfig", "deleteAlert"]))
    .describe("The writing calls that it costs, in their order, by the names of the service's endpoints.");

  const namesById = z.record(z.string().regex(/^\d+$/), z.string()).describe("Names by id.").exactOptional();

  const names = z
    .strictObject({ destinations: namesById, hosts: namesById, policies: namesById, durations: namesById })
    .describe(
      "What the service calls what is referred to here by id, where it was read: for people. Long names are shortened. " +
        "Nothing depends on them.",
    )
    .exactOptional();

  const change = z.discriminatedUnion("action", [
    z.strictObject({ action: z.literal("create"), ...ordered, calls, desired, fields }),
    z.strictObject({
      action: z.enum(["replace", "complete", "rename", "update", "unchanged"]),
      ...ordered,
      id,
      calls,
      desired,
      live,
      fields,
    }),
    z.strictObject({ action: z.literal("delete"), ...ordered, id, calls, live }),
  ]);

  const planDocument = z
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
        .describe(
          "Live alerts that no definition means, and that are left alone, as the service lists them.",
        ),
      problems: z.array(problem),
      names,
    })
    .meta({
      id: "Plan",
      description: "What has to be done so that the live alerts become the desired ones.",
    });

  return { fieldChange, place, problem, names, planDocument };
}

type Forms = ReturnType<typeof planForms>;
export type PlanDocument = z.output<Forms["planDocument"]>;
export type FieldDocument = z.output<Forms["fieldChange"]>;
export type ChangeDocument = PlanDocument["changes"][number];
export type DesiredDocument = Extract<ChangeDocument, { action: "create" }>["desired"];
export type LiveDocument = Extract<ChangeDocument, { action: "delete" }>["live"];
