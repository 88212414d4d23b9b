/** What the JSON documents of all commands have in common. Their other members belong to the command. */
import * as z from "zod";
import { isMapping, repository } from "../diagnostics";
import { planSchemas } from "./schema";

export const statuses = ["done", "changes", "confirmation-required", "refused", "failed"] as const;
export type DocumentStatus = (typeof statuses)[number];

/** By the first word of the command. */
const schemaNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "accept apply audit backtest check compare doctor drift drill event export init list plan routes"
      .split(" ")
      .map((name) => [name, name]),
  ),
  destroy: "apply",
  show: "plan",
  test: "test-results",
};

/** @param command for example `list alerts`. Empty for a command line that names no command */
export function envelope(command: string, status: DocumentStatus) {
  const [word = ""] = command.split(" ");
  const $schema = `https://raw.githubusercontent.com/${repository}/v0/schemas/${schemaNames[word] ?? "failure"}.schema.json`;
  return { dbmon: 1, $schema, command, status } as const;
}

/** The members of a document, without the envelope. @returns undefined for a document of another version */
export function membersOf(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const { dbmon = 1, $schema: _, command: __, status: ___, ...members } = value;
  return dbmon === 1 ? members : undefined;
}

/** @param forms the members of a document, one for each form that it can have. The first one names the schema */
export function documentSchema(...forms: readonly [z.ZodObject, ...z.ZodObject[]]) {
  const { problem, origin } = planSchemas();
  const problems = z.array(problem).describe("Problems of the whole run.");
  const status = z
    .enum(statuses)
    .describe(
      "changes: a plan or a comparison found some. confirmation-required: nothing was written, see `confirmation`. refused: nothing was " +
        "written, because the plan is stale or was not confirmed.",
    );
  const head = {
    dbmon: z.literal(1).describe("Version of the documents of dbmon."),
    $schema: z.url(),
    command: z.string().describe("For example plan, or list alerts."),
    status,
    problems,
  };
  const confirmation = {
    digest: z.string().describe("The value of --digest."),
    command: z.string().describe("The command line that does what is shown, and nothing else, once."),
  };
  const unconfirmed = forms.map((form) => {
    const { shape } = z.strictObject({ problems, ...form.shape }).omit({ problems: true });
    return { ...origin, confirmation: z.strictObject({ ...confirmation, ...shape }) };
  });
  const shapes = [...forms.map(({ shape }) => shape), ...unconfirmed, origin];
  const environment = z.union(shapes.map((shape) => z.strictObject({ status, problems, ...shape })));
  const several = {
    environments: z.record(z.string(), environment).describe("The results by environment."),
    confirmation: z.strictObject(confirmation).exactOptional(),
  };
  return z
    .union([...shapes, several].map((shape) => z.strictObject({ ...head, ...shape })))
    .meta(forms[0].meta() ?? {});
}
