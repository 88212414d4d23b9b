/** Validates an alert at synthesis. */
import { type ITerraformIterator, TerraformProvider, Token, Tokenization } from "cdktf";
import * as z from "zod";
import { isMapping } from "../../diagnostics";
import {
  alertAttributes,
  type AlertFinding,
  checkAlert,
  findMisspelledNames,
  type PartialAlert,
} from "../../service";
import { metricName } from "../metric";
import {
  type AddressProps,
  addressSchemas,
  type AlertResource,
  applyDefaults,
  ignoresDisabled,
  inputOf,
  validateAddress,
  warnOnce,
  withName,
} from "../resources/alert-resource";
import { hasMember } from "../resources/arguments";
import { nameOrId } from "../resources/references";
import { rule, type Schemas, validate, validateKeys } from "./validate";

/** The attributes that `ignoreChanges` can name. */
export const ignorableFields = [
  "policy",
  "annotations",
  "disabled",
  "destinations",
  "hosts",
  "hostTypes",
  "event",
  "threshold",
] as const;

/** The properties that do not reach the resource of the alert if they are invalid. */
interface UnresolvableProps extends AddressProps {
  readonly config?: { readonly kind?: unknown; readonly given?: object } | undefined;
  readonly muted?: object | undefined;
  readonly forEach?: unknown;
  readonly provider?: unknown;
  readonly ignoreChanges?: unknown;
}

const { name, annotations, disabled, muted, event, threshold } = alertAttributes;
const { alert_level: alertLevel, trigger, reset } = threshold.unwrap().shape;

const filterSchemas: Schemas = {
  hosts: z.array(nameOrId).optional(),
  hostTypes: alertAttributes.host_types,
  hostTags: z
    .custom(
      (value) =>
        isMapping(value) &&
        Object.values(value)
          .flat()
          .every((tag) => typeof tag === "string"),
      rule("Must be an object with strings or arrays of strings."),
    )
    .optional(),
  allowNoHosts: z.boolean().optional(),
};
const ownSchemas: Schemas = {
  name,
  policy: nameOrId,
  annotations,
  disabled,
  destinations: z.array(nameOrId).optional(),
};
const settingSchemas: Schemas = { ...ownSchemas, ...filterSchemas };
// checkAlert reports an empty list.
const eventSchemas: Schemas = { categories: z.array(event.unwrap().shape.categories.element) };
const thresholdSchemas: Schemas = { alertLevel, metric: metricName, trigger, reset, duration: nameOrId };
const muteSchemas: Schemas = { until: z.string(), reason: muted.unwrap().shape.reason.unwrap().optional() };
const configSchemas: Schemas = {
  config: z.custom(isConfig, rule("Must be AlertConfig.threshold(...) or AlertConfig.event(...).")),
};
const propertySchemas: Schemas = {
  forEach: z
    .custom(isIterator, rule("Must be an iterator, such as TerraformIterator.fromList([...])."))
    .optional(),
  provider: z
    .custom((value) => TerraformProvider.isTerraformProvider(value), rule("Must be a DbmonProvider."))
    .optional(),
  ignoreChanges: z.array(z.enum(ignorableFields)).optional(),
};

const alertKeys = Object.keys({
  ...ownSchemas,
  muted,
  ...configSchemas,
  ...propertySchemas,
  ...addressSchemas,
});

const missing = {
  name: "Set a name that is unique in the environment.",
  policy: "Set policy on the alert, or a default: AlertDefaults.of(this).set({ policy }).",
  config: "Set it to AlertConfig.threshold(...) or AlertConfig.event(...).",
  categories: "Set them to the event types to notify about.",
  metric: "Set it to the name of the metric to watch.",
};

/** Returns all problems of the alert, and adds a warning to its construct for each likely mistake. */
export function validateAlert(alert: AlertResource, props: UnresolvableProps): string[] {
  applyDefaults(alert);
  const { eventInput: event, thresholdInput: threshold, mutedInput: mute } = alert;
  const isConfigured = event !== undefined || threshold !== undefined || isConfig(props.config);
  const findings = checkAlert({ ...knownValuesOf(alert), now: Date.now() });
  const warnings = findings.filter(({ severity }) => severity === "warning").map(formatFinding);
  for (const warning of [...warningsOf(alert), ...warnings]) warnOnce(alert, withName(alert, warning));
  const problems = [
    ...validateKeys(props, alertKeys),
    ...validateKeys(
      props.config?.given,
      Object.keys({
        ...filterSchemas,
        ...(props.config?.kind === "event" ? eventSchemas : thresholdSchemas),
      }),
    ),
    ...validate(settingSchemas, inputsOf(alert), missing),
    ...(isConfigured ? [] : validate(configSchemas, props, missing)),
    ...findings
      .filter(({ severity, field }) => severity === "error" && (isConfigured || field.length > 0))
      .map(formatError),
    ...validateBlock(thresholdSchemas, threshold),
    ...validateBlock(eventSchemas, event),
    ...[...validateKeys(props.muted, Object.keys(muteSchemas)), ...validateBlock(muteSchemas, mute)].map(
      (problem) => `muted: ${problem}`,
    ),
    ...validate(propertySchemas, props),
    ...validateAddress(alert, props),
  ];
  return problems.map((problem) => withName(alert, problem));
}

/** Adds a warning to each alert with a metric or a category that resembles one of the others. */
export function warnOfMisspelledNames(alerts: readonly AlertResource[]): void {
  findMisspelledNames(alerts.map(knownValuesOf)).forEach((findings, index) => {
    const alert = alerts[index];
    if (alert === undefined) return;
    for (const finding of findings) warnOnce(alert, withName(alert, formatFinding(finding)));
  });
}

function inputsOf(alert: AlertResource): object {
  return Object.fromEntries(Object.keys(settingSchemas).map((key) => [key, inputOf(alert, key)]));
}

function validateBlock(schemas: Schemas, block: object | undefined): string[] {
  return block === undefined || Tokenization.isResolvable(block) ? [] : validate(schemas, block, missing);
}

function isConfig(value: unknown): boolean {
  return hasMember(value, "kind");
}

export function isIterator(value: unknown): value is ITerraformIterator {
  return hasMember(value, "_getForEachExpression");
}

export function isIgnorable(field: unknown): field is (typeof ignorableFields)[number] {
  return ignorableFields.some((ignorable) => ignorable === field);
}

/** The alert without its tokens, and without values of the wrong type, which schemas report. */
function knownValuesOf(alert: AlertResource): PartialAlert {
  const { nameInput, eventInput, thresholdInput, mutedInput: mute } = alert;
  const { hostsInput: hosts, hostTagsInput: hostTags, allowNoHostsInput: allowsNoHosts } = alert;
  const name = literalOf(nameInput);
  const { metric, trigger, reset }: Readonly<Record<string, unknown>> = { ...thresholdInput };
  return {
    // A blank name is reported as missing.
    name: name?.trim() === "" ? undefined : name,
    hasEvent: eventInput !== undefined,
    hasThreshold: thresholdInput !== undefined,
    host_types: knownStrings(alert.hostTypesInput),
    ...knownValue(knownSelection, { hosts, hostTags, allowsNoHosts }),
    categories: hasMember(eventInput, "categories") ? knownStrings(eventInput.categories) : undefined,
    metric: knownValue(metricName, metric),
    trigger: knownValue(knownNumber, trigger),
    reset: knownValue(knownNumber, reset),
    mutedUntil: hasMember(mute, "until") ? literalOf(mute.until) : undefined,
    disabled: alert.disabledInput === true,
    ignoresDisabled: ignoresDisabled(alert),
  };
}

// Created once: creating a schema takes longer than parsing a value.
const knownNumber = z.number();
const knownSelection = z.object({
  hosts: z.array(z.string()).default([]),
  hostTags: z.record(z.string(), z.array(z.string())).optional(),
  allowsNoHosts: z.boolean().optional(),
});

function knownValue<T>(schema: z.ZodType<T>, value: unknown): T | undefined {
  return Token.isUnresolved(value) ? undefined : schema.safeParse(value).data;
}

function literalOf(value: unknown): string | undefined {
  return typeof value === "string" && !isExpression(value) ? value : undefined;
}

/** Undefined for a token, for a value that is not a list, and for a list whose items are all unknown or invalid. */
function knownStrings(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || Token.isUnresolved(value)) return undefined;
  const known = value.filter((item) => typeof item === "string" && !Token.isUnresolved(item));
  return value.length > 0 && known.length === 0 ? undefined : known;
}

const propertyOfField: Readonly<Record<string, string>> = {
  until: "muted: ",
  hosts: "hosts: ",
  host_tags: "hostTags: ",
  allow_no_hosts: "allowNoHosts: ",
  categories: "categories: ",
};

function formatError(finding: AlertFinding): string {
  return `${propertyOfField[finding.field.at(-1) ?? ""] ?? ""}${formatFinding(finding)}`;
}

function formatFinding({ what, why, remedy }: AlertFinding): string {
  return `${what}${why === undefined ? "" : `: ${why}`}. ${remedy}`;
}

function warningsOf(alert: AlertResource): string[] {
  const { destinationsInput: destinations = [], nameInput: name, forEach } = alert;
  const warnings: string[] = [];
  if (Array.isArray(destinations) && !Token.isUnresolved(destinations) && destinations.length === 0)
    warnings.push("The alert has no destinations, so it sends no notifications. Add a destination.");
  if (forEach !== undefined && literalOf(name) !== undefined) {
    warnings.push(
      "All alerts of this forEach have the same name. Include the element, such as its key, in the name.",
    );
  }
  return warnings;
}

/** Whether Terraform evaluates a part of the text: a token, or an expression that an override has set. */
function isExpression(text: string): boolean {
  return Token.isUnresolved(text) || /(?:^|[^$])\$\{/.test(text);
}
