/** The schema of the configuration file, from which schemas/config.schema.json is generated. */
import * as z from "zod";
import { environmentValueName, valueNamePattern } from "../definitions";
import { checkNames } from "../diagnostics";

/** Names are used in file names, in the shell and in names of CI jobs. */
export const environmentNamePattern = /^[A-Za-z0-9][\w.-]{0,99}$/;
const variablePattern = /^[A-Za-z_]\w*$/;

const token = z.strictObject({
  env: z
    .string()
    .regex(variablePattern)
    .describe("Name of the environment variable that contains the token."),
});

/** What errors say about the value of a key of the file. */
export const expectedSettings: Readonly<Record<string, string>> = {
  code_url: "an http or https address that contains {file}",
  alert_url: "an http or https address that contains {id} or {name}",
  environments_at_once: "an integer of at least 1",
};

const value = z.union([z.string(), z.number(), z.boolean()]);

/** One name or glob, or several. */
const patterns = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .transform((value) => [value].flat());
const environmentPatterns = patterns.optional().describe("Names and patterns of environments. Default: all.");

const ownership = {
  owns: patterns
    .optional()
    .describe(
      "Names and patterns of the alerts that belong to these definitions. One without a definition is deleted, and a definition of another name is refused.",
    ),
  owns_deletions: z
    .enum(["delete", "warn"])
    .optional()
    .describe("`warn` reports owned alerts without a definition, and keeps them. Default: `delete`."),
};

const environment = z.strictObject({
  base_url: z.string().min(1).describe("Base URL of the service, for example `https://app.example.com`."),
  api_token: token.describe("Variable of the API token. A token itself is an error."),
  agent_token: token
    .optional()
    .describe("Variable of the agent token, which creates events. Default: the API token is used."),
  values: z
    .record(z.string(), value)
    .default({})
    .describe("Values for definitions: `${name}` stands for the value. A text can contain other values."),
  ...ownership,
});

/** Line breaks could look like other lines of a report. */
const oneLine = z
  .string()
  .min(1)
  .transform((text) => text.replace(/\s+/g, " ").trim());

const rule = z.strictObject({
  name: z.string().min(1).max(100).describe("Name of the rule in messages."),
  expression: z
    .string()
    .min(1)
    .max(10_000)
    .describe(
      "Condition in CEL that each alert must satisfy. It reads `alert`, `environment`, `before` and `change`.",
    ),
  message: oneLine.optional().describe("What to do about an alert that does not satisfy the rule."),
  alerts: patterns
    .optional()
    .describe("Names and patterns of the alerts that the rule applies to. Default: all."),
  environments: environmentPatterns,
  severity: z.enum(["error", "warning"]).default("error").describe("An `error` refuses the plan."),
  except: z
    .array(
      z.strictObject({
        alerts: patterns.describe("Names and patterns of the alerts."),
        environments: environmentPatterns,
        reason: oneLine.describe("Why the alerts need not satisfy the rule. Reports show it."),
      }),
    )
    .default([])
    .describe("Alerts that need not satisfy the rule."),
});

const auditException = z.strictObject({
  check: z.enum(checkNames).describe("Name of the check, as in docs/checks.md."),
  alerts: patterns
    .optional()
    .describe("Names and patterns of the alerts. Default: all findings of the check."),
  hosts: patterns.optional().describe("Names and patterns of the hosts."),
  destinations: patterns.optional().describe("Names and patterns of the destinations."),
  environments: environmentPatterns,
  reason: oneLine.describe("Why the finding is accepted. Reports show it."),
});

const audit = z.strictObject({
  noisy: z
    .strictObject({
      period: z.int().min(1).optional().describe("Firings in the period. Default: 100."),
      day: z.int().min(1).optional().describe("Firings on a day (UTC). Default: 20."),
    })
    .optional()
    .describe("How often an alert has to fire to be noisy."),
  except: z.array(auditException).max(1000).default([]).describe("Findings that are accepted."),
});

export const configSchema = z
  .strictObject({
    $schema: z.string().optional().describe("Address of the JSON schema of this file, for editors."),
    definitions: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe("Default sources of every command, relative to this file. Default: the current folder."),
    environments: z
      .record(z.string(), environment)
      .default({})
      .describe("The environments by name. A name has letters, digits, `.`, `_` and `-`."),
    ...ownership,
    code_url: z
      .string()
      .regex(/^https?:\/\/.*\{file\}/)
      .optional()
      .describe(
        "Address of a line of code for links of pages, with `{file}` and `{line}`. Default: detected in CI.",
      ),
    alert_url: z
      .string()
      .regex(/^https?:\/\/.*\{(?:id|name)\}/)
      .optional()
      .describe("Address of a live alert for links of pages, with `{id}` or `{name}`."),
    environments_at_once: z
      .int()
      .min(1)
      .default(4)
      .describe("Max environments that a command works in at the same time."),
    audit: audit.optional().describe("Settings of `dbmon audit`."),
    recorded_firings: z
      .strictObject({
        type: z
          .string()
          .min(1)
          .describe("Type of the events that fired threshold alerts generate. Default: `Threshold Alert`."),
      })
      .optional()
      .describe("How back-tests recognize the firings that the service has recorded."),
    rules: z.array(rule).max(1000).default([]).describe("Rules that all alerts must satisfy."),
  })
  .meta({
    id: "Config",
    description: "Environments of the service for the dbmon command: the file dbmon.yaml.",
    patternProperties: { "^x-": { description: "Ignored. Define anchors here." } },
  });

export type ConfigContent = z.output<typeof configSchema>;
export type AuditContent = NonNullable<ConfigContent["audit"]>;
export type EnvironmentContent = ConfigContent["environments"][string];

/** @returns why the name of a value is invalid */
export function checkValueName(name: string): string | undefined {
  if (name === environmentValueName) return "is reserved for the name of the environment";
  return valueNamePattern.test(name) ? undefined : "contains characters other than letters, digits, _ and -";
}
