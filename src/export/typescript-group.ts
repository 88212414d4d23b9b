/** Exports a group of alerts as a construct. Settings that most alerts of the group share are set once with `AlertDefaults`. */
import { type CdkLibrary, constructsOf } from "../definitions";
import { groupBy } from "../diagnostics";
import { type CatalogKey, catalogKeys, referencesOf } from "../reconcile";
import { type AlertScope, type HostTags, keysOf, scopeFields, scopeOf } from "../service";
import { type AlertGroup, sortByName } from "./alert-groups";
import { type AllReferences, type ExportModel } from "./export-model";
import { type CompleteAlert } from "./exportable-alerts";
import { toCamelCase } from "./identifiers";
import { type ExportedReferences } from "./references";
import {
  arrayProperty,
  bracketed,
  fits,
  importLines,
  stringProperty,
  tsNumber,
  tsString,
} from "./typescript-format";

/** A file without its header. */
export interface TypescriptFile {
  /** Without extension. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

export interface GroupFile extends TypescriptFile {
  readonly className: string;
}

export function groupFile(
  group: AlertGroup,
  className: string,
  model: ExportModel,
  library: CdkLibrary,
): GroupFile {
  const { alerts, slug: name, title } = group;
  const defaults = findDefaults(alerts);
  const alertBlocks = sortByName(alerts).map((alert) => {
    const id = (model.identifiers.get(alert.alert.id) ?? ["alert", alert.alert.id]).join("-");
    return [`    new Alert(this, ${tsString(id)}, {`, ...alertProperties(alert, defaults, model), "    });"];
  });
  const defaultProperties = settingProperties(defaults, model, "      ");
  const hasDefaults = defaultProperties.length > 0;
  const blocks = [...(hasDefaults ? [defaultsBlock(defaultProperties)] : []), ...alertBlocks];
  const lines = [
    'import { Construct } from "constructs";',
    ...importLines(
      ["Alert", "AlertConfig", ...(hasDefaults ? ["AlertDefaults"] : [])],
      constructsOf(library),
    ),
    ...importLines(usedObjects(alerts, model), "./references"),
    "",
    `export class ${className} extends Construct {`,
    "  constructor(scope: Construct, id: string) {",
    "    super(scope, id);",
    ...blocks.flatMap((block) => ["", ...block]),
    "  }",
    "}",
  ];
  return { name, title, lines, className };
}

/** In the order of an import. */
function usedObjects(alerts: readonly CompleteAlert[], model: ExportModel): (keyof AllReferences)[] {
  const references = alerts.map(({ alert, config }) => referencesOf({ ...alert, ...config }));
  const isUsed = (key: CatalogKey) => references.some((ids) => ids[key].some((id) => model[key].has(id)));
  return [...catalogKeys].sort().filter(isUsed);
}

function defaultsBlock(properties: readonly string[]): string[] {
  const call = "    AlertDefaults.of(this).set({";
  const line = `${call} ${(properties[0] ?? "").trim().replace(/,$/, "")} });`;
  return properties.length === 1 && fits(line) ? [line] : [call, ...properties, "    });"];
}

/** Leaves out settings that equal the defaults of the group. */
function alertProperties(
  complete: CompleteAlert,
  defaults: Partial<AlertProperties>,
  model: ExportModel,
): string[] {
  const { alert } = complete;
  const settings = settingsOf(complete);
  const overrides = (keys: readonly (keyof AlertProperties)[]) =>
    // The compiler cannot infer the keys of an object from entries.
    Object.fromEntries(
      keys.filter((key) => isOverride(key, settings, defaults)).map((key) => [key, settings[key]]),
    ) as Partial<AlertProperties>;
  const indent = "      ";
  const filters = [
    ...settingProperties(overrides(["hosts", "host_types"]), model, `${indent}  `),
    ...hostTagsProperty(complete.config.hostTags, `${indent}  `),
  ];
  return [
    ...stringProperty("name", alert.name, indent),
    ...settingProperties(overrides(["annotations", "policy", "destinations"]), model, indent),
    ...(alert.disabled ? [`${indent}disabled: true,`] : []),
    ...configProperty(complete, filters, model, indent),
    // By ID if Terraform would interpret the name as an ID.
    `${indent}importExisting: ${/^\d+$/.test(alert.name) ? tsString(String(alert.id)) : "true"},`,
  ];
}

function hostTagsProperty(tags: HostTags | undefined, indent: string): string[] {
  if (tags === undefined) return [];
  const lines = Object.entries(tags).flatMap(([key, values]) =>
    arrayProperty(/^[A-Za-z_]\w*$/.test(key) ? key : tsString(key), values.map(tsString), `${indent}  `),
  );
  return [`${indent}hostTags: {`, ...lines, `${indent}},`];
}

function configProperty(
  { config: { condition } }: CompleteAlert,
  filters: readonly string[],
  model: ExportModel,
  indent: string,
): string[] {
  const inner = `${indent}  `;
  switch (condition.kind) {
    case "event": {
      const categories = condition.categories.map(tsString);
      const [line = "", ...more] = bracketed(
        "config: AlertConfig.event({ categories: [",
        categories,
        "] }),",
        indent,
      );
      if (more.length === 0 && filters.length === 0) return [line];
      return [
        `${indent}config: AlertConfig.event({`,
        ...arrayProperty("categories", categories, inner),
        ...filters,
        `${indent}}),`,
      ];
    }
    case "threshold": {
      const { alert_level, metric, trigger, reset, duration } = condition;
      return [
        `${indent}config: AlertConfig.threshold({`,
        ...stringProperty("alertLevel", alert_level, inner),
        ...stringProperty("metric", metric, inner),
        `${inner}trigger: ${tsNumber(trigger)},`,
        `${inner}reset: ${tsNumber(reset)},`,
        `${inner}duration: ${optionValue("durations", duration, model.durations)},`,
        ...filters,
        `${indent}}),`,
      ];
    }
  }
}

function settingProperties(settings: Partial<AlertProperties>, model: ExportModel, indent: string): string[] {
  const { policy, destinations, hosts, host_types, annotations } = settings;
  return [
    ...(annotations === undefined ? [] : stringProperty("annotations", annotations, indent)),
    ...(policy === undefined ? [] : [`${indent}policy: ${optionValue("policies", policy, model.policies)},`]),
    ...(destinations === undefined
      ? []
      : arrayProperty(
          "destinations",
          fieldAccesses("destinations", destinations, model.destinations),
          indent,
        )),
    ...(hosts === undefined
      ? []
      : arrayProperty("hosts", fieldAccesses("hosts", hosts, model.hosts), indent)),
    ...(host_types === undefined ? [] : arrayProperty("hostTypes", host_types.map(tsString), indent)),
  ];
}

function fieldAccesses(
  object: keyof AllReferences,
  ids: readonly number[],
  references: ExportedReferences,
): string[] {
  return ids.map((id) => `${object}.${toCamelCase(references.get(id)?.identifier ?? [])}`);
}

function optionValue(object: keyof AllReferences, id: number, options: ExportedReferences): string {
  const identifier = options.get(id)?.identifier;
  return identifier === undefined ? tsNumber(id) : `${object}.${toCamelCase(identifier)}`;
}

interface AlertProperties extends AlertScope {
  readonly policy: number;
  readonly destinations: readonly number[];
  readonly annotations: string;
}

type SettingValue = AlertProperties[keyof AlertProperties];

const minAlertsPerDefault = 3;

function settingsOf({ alert, config }: CompleteAlert): AlertProperties {
  const { policy, destinations, annotations } = alert;
  return { policy, destinations, annotations, ...scopeOf(config) };
}

function findDefaults(alerts: readonly CompleteAlert[]): Partial<AlertProperties> {
  const settings = alerts.map(settingsOf);
  const defaults: Partial<AlertProperties> = {};
  for (const key of ["policy", "destinations", ...keysOf(scopeFields), "annotations"] as const)
    Object.assign(defaults, findDefault(key, settings));
  return defaults;
}

/** The value of more than half of the alerts. An alert with an empty value would have to override the default, so it counts too. */
function findDefault(key: keyof AlertProperties, all: readonly AlertProperties[]): Partial<AlertProperties> {
  const values = all.map((settings) => settings[key]);
  const groups = [...groupBy(values, (value) => JSON.stringify(value)).values()];
  const [mostFrequent = []] = groups.sort((a, b) => b.length - a.length);
  const [value] = mostFrequent;
  const isFrequent = mostFrequent.length >= minAlertsPerDefault && mostFrequent.length * 2 > all.length;
  return isFrequent && value !== undefined && !isEmpty(value) ? { [key]: value } : {};
}

function isEmpty(value: SettingValue): boolean {
  return typeof value !== "number" && value.length === 0;
}

/** Whether the alert must set the value itself, because it differs from the default. */
function isOverride(
  key: keyof AlertProperties,
  settings: AlertProperties,
  defaults: Partial<AlertProperties>,
): boolean {
  const value = defaults[key];
  if (value === undefined) return !isEmpty(settings[key]);
  return JSON.stringify(value) !== JSON.stringify(settings[key]);
}
