/** The members of documents that no command reads again, for their schemas. */
import * as z from "zod";
import { listSchemas } from "../src/cli/commands/list/document";
import { planSchemas } from "../src/plan-document";

const texts = z.array(z.string());

/** One form for each list, and one for the environments of a configuration. */
export function listForms(): [z.ZodObject, ...z.ZodObject[]] {
  const { origin, names } = planSchemas();
  const token = z.strictObject({ env: z.string(), is_set: z.boolean() });
  const environment = z.strictObject({
    name: z.string(),
    base_url: z.string(),
    api_token: token,
    agent_token: token.nullable(),
  });
  return [
    z
      .strictObject({ file: z.string(), environments: z.array(environment) })
      .meta({ id: "List", description: "A list of objects of the service, or of environments." }),
    ...Object.entries(listSchemas()).map(([name, element]) =>
      z.strictObject({ ...origin, [name]: z.array(element), ...(name === "alerts" ? { names } : {}) }),
    ),
  ];
}

export function doctorForm() {
  const finding = z.strictObject({
    check: z.string().describe("What was checked, for example node."),
    health: z.enum(["ok", "note", "warning", "error"]),
    what: z.string(),
    remedy: z.string().exactOptional(),
  });
  return z
    .strictObject({ ...planSchemas().origin, findings: z.array(finding) })
    .meta({ id: "Doctor", description: "The state of a machine, its tokens and an environment." });
}

export function eventForm() {
  const event = z.strictObject({
    start: z.string(),
    type: z.string(),
    message: z.string(),
    host: z.int().nullable(),
    duration: z.number(),
    level: z.string(),
    uuid: z.string().nullable(),
  });
  return z
    .strictObject({ ...planSchemas().origin, event })
    .meta({ id: "Event", description: "The event that was created." });
}

export function exportForm() {
  const { origin, place, problem } = planSchemas();
  const file = z.strictObject({
    path: z.string(),
    status: z.enum(["written", "unchanged", "updated", "differs", "removed"]),
    diff: texts.exactOptional().describe("From the edited file to the export."),
  });
  const alert = z.strictObject({ id: z.int(), name: z.string(), where: place });
  return z
    .strictObject({
      ...origin,
      files: z.array(file),
      defined_elsewhere: z.array(alert).describe("Alerts that other files of the folder define."),
      problems: z.array(problem).describe("Edited files, and alerts that were not exported."),
    })
    .meta({ id: "Export", description: "The files that an export wrote." });
}

export function initForm() {
  const next = z.strictObject({ install: texts, emulator: texts, deploy: texts });
  return z
    .strictObject({
      folder: z.string(),
      language: z.string(),
      package: z.string(),
      files: texts,
      kept: texts.describe("Existing files, which were not changed."),
      next: next.describe("Shell commands."),
    })
    .meta({ id: "Init", description: "The project that was created." });
}

export function failureForm() {
  return z.strictObject({}).meta({ id: "Failure", description: "A command line that names no command." });
}
