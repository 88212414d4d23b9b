/** A group of alerts as a construct. */
import { defaultsOf, isOwn, type Settings, settingsOf } from "./defaults";
import { type WholeAlert } from "./environment";
import { byName, type Group } from "./groups";
import { type Model } from "./model";
import { type NamedOptions } from "./options";
import { type References } from "./references";
import { type TsFile } from "./ts-shared";
import { arrayMember, fits, importLines, listed, textMember, tsNumber, tsText } from "./ts-text";
import { isSameToTerraform } from "./writable";
import { camel, kebab } from "./words";

export interface GroupFile extends TsFile {
  readonly className: string;
  /** What its constructor takes beside scope and id. */
  readonly needs: readonly Need[];
}

export type Need = "destinations" | "hosts";

export function groupFile(group: Group, className: string, model: Model): GroupFile {
  const { alerts, slug: name, title } = group;
  const defaults = defaultsOf(alerts);
  const body = byName(alerts).map((one) => {
    const id = kebab(model.words.get(one.alert.id) ?? ["alert", String(one.alert.id)]);
    return [`    new Alert(this, ${tsText(id)}, {`, ...membersOf(one, defaults, model), "    });"];
  });
  const settings = settingLines(defaults, model, "      ");
  const hasDefaults = settings.length > 0;
  const before = hasDefaults ? defaultsCall(settings) : [];
  const needs = needsOf(alerts);
  const code = [before, ...body].filter((lines) => lines.length > 0).flatMap((lines) => ["", ...lines]);
  const constructorLines = listed(
    "constructor(",
    ["scope: Construct", "id: string", ...needs.map((need) => `${need}: ${typeOf(need)}`)],
    ") {",
    "  ",
  );
  const lines = [
    'import { Construct } from "constructs";',
    ...importLines(["Alert", "AlertConfig", ...(hasDefaults ? ["AlertDefaults"] : [])], "dbmon-iac"),
    ...needs.flatMap((need) => importLines([`type ${typeOf(need)}`], `./${need}`)),
    ...importLines(optionsOf(alerts, model), "./options"),
    "",
    `export class ${className} extends Construct {`,
    ...constructorLines,
    "    super(scope, id);",
    ...code,
    "  }",
    "}",
  ];
  return { name, title, lines, className, needs };
}

/** Which objects of options the code of the alerts refers to. */
function optionsOf(alerts: readonly WholeAlert[], { policies, durations }: Model): string[] {
  const hasDuration = alerts.some(
    ({ config: { condition } }) => condition.kind === "threshold" && durations.has(condition.duration),
  );
  const hasPolicy = alerts.some(({ alert }) => policies.has(alert.policy));
  return [...(hasDuration ? ["duration"] : []), ...(hasPolicy ? ["policy"] : [])];
}

/** Of one setting it is a line. */
function defaultsCall(settings: readonly string[]): string[] {
  const call = "    AlertDefaults.of(this).set({";
  const line = `${call} ${(settings[0] ?? "").trim().replace(/,$/, "")} });`;
  return settings.length === 1 && fits(line) ? [line] : [call, ...settings, "    });"];
}

function typeOf(need: Need): string {
  return need === "destinations" ? "Destinations" : "Hosts";
}

function needsOf(alerts: readonly WholeAlert[]): Need[] {
  const needs: Need[] = [];
  if (alerts.some(({ alert }) => alert.destinations.length > 0)) needs.push("destinations");
  if (alerts.some(({ config }) => config.hosts.length > 0)) needs.push("hosts");
  return needs;
}

/** The members of an alert's props; what the defaults of the group say already is left out. */
function membersOf(one: WholeAlert, defaults: Partial<Settings>, model: Model): string[] {
  const { alert } = one;
  const settings = settingsOf(one);
  const own = (keys: readonly (keyof Settings)[]) =>
    // Some of the settings, each under its own key.
    Object.fromEntries(
      keys.filter((key) => isOwn(key, settings, defaults)).map((key) => [key, settings[key]]),
    ) as Partial<Settings>;
  const indent = "      ";
  const filters = settingLines(own(["hosts", "hostTypes"]), model, `${indent}  `);
  return [
    ...textMember("name", alert.name, indent),
    ...settingLines(own(["annotations", "policy", "destinations"]), model, indent),
    ...(alert.disabled ? [`${indent}disabled: true,`] : []),
    ...configLines(one, filters, model, indent),
    `${indent}importExisting: ${importOf(alert)},`,
  ];
}

/** A name is enough, unless Terraform would read another one in it, or an id. */
function importOf({ id, name }: { readonly id: number; readonly name: string }): string {
  return /^\d+$/.test(name) || !isSameToTerraform(name) ? tsText(String(id)) : "true";
}

function configLines(
  { config: { condition } }: WholeAlert,
  filters: readonly string[],
  model: Model,
  indent: string,
): string[] {
  const inner = `${indent}  `;
  switch (condition.kind) {
    case "event": {
      const categories = condition.categories.map(tsText);
      const [line = "", ...more] = listed(
        "config: AlertConfig.event({ categories: [",
        categories,
        "] }),",
        indent,
      );
      if (more.length === 0 && filters.length === 0) return [line];
      return [
        `${indent}config: AlertConfig.event({`,
        ...arrayMember("categories", categories, inner),
        ...filters,
        `${indent}}),`,
      ];
    }
    case "threshold": {
      const { alertLevel, metric, trigger, reset, duration } = condition;
      return [
        `${indent}config: AlertConfig.threshold({`,
        ...textMember("alertLevel", alertLevel, inner),
        ...textMember("metric", metric, inner),
        `${inner}trigger: ${tsNumber(trigger)},`,
        `${inner}reset: ${tsNumber(reset)},`,
        `${inner}duration: ${option("duration", duration, model.durations)},`,
        ...filters,
        `${indent}}),`,
      ];
    }
  }
}

function settingLines(settings: Partial<Settings>, model: Model, indent: string): string[] {
  const { policy, destinations, hosts, hostTypes, annotations } = settings;
  return [
    ...(annotations === undefined ? [] : textMember("annotations", annotations, indent)),
    ...(policy === undefined ? [] : [`${indent}policy: ${option("policy", policy, model.policies)},`]),
    ...(destinations === undefined
      ? []
      : arrayMember("destinations", fieldsOf("destinations", destinations, model.destinations), indent)),
    ...(hosts === undefined ? [] : arrayMember("hosts", fieldsOf("hosts", hosts, model.hosts), indent)),
    ...(hostTypes === undefined ? [] : arrayMember("hostTypes", hostTypes.map(tsText), indent)),
  ];
}

function fieldsOf(object: Need, ids: readonly number[], references: References): string[] {
  return ids.map((id) => `${object}.${camel(references.get(id)?.words ?? [])}`);
}

function option(object: string, id: number, options: NamedOptions): string {
  const words = options.get(id)?.words;
  return words === undefined ? tsNumber(id) : `${object}.${camel(words)}`;
}
