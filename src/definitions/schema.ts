/** The schema of a definitions file. Alerts use the attribute names of the Terraform resource, and refer to other objects by name or ID. */
import * as z from "zod";
import { alertAttributes, durationDescription, hostPatternDescription, namesOrIds } from "../service";

const id = z.int().nonnegative();
const references = z.array(z.union([id, z.string().min(1)])).default([]);
/** A string of digits is probably an ID in quotes. */
const option = z.union([id, z.string().regex(/\D/)]);

/**
 * For the JSON schema that editors use. `checkAlert` implements this rule for the command. Language servers show `errorMessage` for a wrong
 * type, but not for `oneOf` and `not`. An alert is never null, so this type is the error.
 */
const oneKind = {
  if: { oneOf: [{ required: ["event"] }, { required: ["threshold"] }] },
  else: { type: "null", errorMessage: "Set exactly one of event and threshold." },
};

const { threshold } = alertAttributes;

/** An alert that is resolved for one environment. */
export const resolvedAlertSchema = z.strictObject({
  ...alertAttributes,
  policy: option.describe(namesOrIds(alertAttributes.policy.description)),
  destinations: references.describe(namesOrIds(alertAttributes.destinations.description)),
  hosts: references.describe(`${namesOrIds(alertAttributes.hosts.description)} ${hostPatternDescription}`),
  threshold: threshold
    .unwrap()
    .extend({
      duration: option.describe(durationDescription),
    })
    .optional()
    .describe(threshold.description ?? ""),
});

const { event } = resolvedAlertSchema.shape;
const environmentNames = z.array(z.string().min(1));
/** Some keys of an alert. */
export const partialAlertSchema = z.strictObject({
  ...resolvedAlertSchema.partial().shape,
  event: event.unwrap().partial().optional(),
  threshold: resolvedAlertSchema.shape.threshold.unwrap().partial().optional(),
});

/** An alert as authors write it, for all environments. */
const writtenAlertSchema = resolvedAlertSchema
  .extend({
    environments: environmentNames
      .min(1)
      .optional()
      .describe("Names and patterns of the environments that have the alert. Default: all."),
    overrides: z
      .record(z.string(), partialAlertSchema)
      .optional()
      .describe(
        "By name or pattern of environments, the keys to replace. Keys of `event` and `threshold` are replaced one by one.",
      ),
  })
  .meta(oneKind);

export const definitionsFileSchema = z
  .strictObject({
    $schema: z.string().optional().describe("Address of the JSON schema of this file, for editors."),
    alerts: z.array(writtenAlertSchema).describe("The alerts. Each has one kind: `event` or `threshold`."),
    ignore: alertAttributes.ignore.describe("Attributes to ignore in every alert of the file."),
  })
  .meta({
    id: "Definitions",
    description: "Alerts of a database monitoring service, in the format of dbmon definitions files.",
    patternProperties: {
      "^x-": { description: "Ignored. Define anchors here, and merge them into alerts with `<<: *name`." },
    },
  });

/** Whether dbmon ignores a top-level key of a definitions file. */
export function isIgnoredKey(key: string): boolean {
  return key.startsWith("x-") || key === "$schema";
}

const valueText = { type: "string", pattern: "^\\$\\{ *[A-Za-z_][A-Za-z0-9_-]* *\\}$" };

/** The schema of the input, in which keys with defaults are optional. */
export function definitionsJsonSchema(): object {
  return z.toJSONSchema(definitionsFileSchema, {
    io: "input",
    override: ({ jsonSchema, path }) => {
      const isInAlert = path[1] === "alerts" && path.length > 3;
      // A union of name and ID already accepts strings.
      if (!isInAlert || path.includes("anyOf") || !isTyped(jsonSchema)) return;
      const { description, default: fallback, ...schema } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, {
        ...(description === undefined ? {} : { description }),
        ...(fallback === undefined ? {} : { default: fallback }),
        anyOf: [schema, valueText],
      });
    },
  });
}

/** Whether the schema rejects a string such as `${name}`. */
function isTyped({ type, enum: choices, format, pattern }: z.core.JSONSchema.BaseSchema): boolean {
  const isText = type === "string" && choices === undefined && format === undefined && pattern === undefined;
  return !isText && typeof type === "string" && !["object", "array"].includes(type);
}
