/** An environment as definitions files: one for each group, in YAML. */
import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { type AlertCondition } from "../service";
import { skippedLines } from "./comments";
import { type ExportedFile, type WholeAlert } from "./environment";
import { byName, type Group } from "./groups";
import { type Model } from "./model";
import { type NamedOptions } from "./options";
import { type References } from "./references";
import { headOf, stamp } from "./stamp";

/** @param schema path or address of the definitions' schema, as editors are to find it from the files */
export function yamlFiles(model: Model, schema: string): ExportedFile[] {
  const { groups, skipped } = model;
  const notes = skippedLines(skipped);
  const [first = emptyGroup, ...rest] = groups;
  return [
    { path: `${first.slug}.yaml`, text: fileText(first, model, schema, notes) },
    ...rest.map((group) => ({ path: `${group.slug}.yaml`, text: fileText(group, model, schema, []) })),
  ];
}

const emptyGroup: Group = { slug: "alerts", title: "There are no alerts.", alerts: [], hasPrefix: false };

function fileText(group: Group, model: Model, schema: string, notes: readonly string[]): string {
  const head = [`# yaml-language-server: $schema=${schema}`, headOf("#", group.title, notes)].join("\n");
  const alerts = new YAMLSeq();
  byName(group.alerts).forEach((one, index) => {
    const map = alertMap(one, model);
    map.spaceBefore = index > 0;
    alerts.add(map);
  });
  const document = new Document();
  document.contents = mapOf([["alerts", alerts]]);
  return stamp(`${head}\n\n${document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd()}\n`);
}

type Entry = readonly [key: string | Scalar, value: unknown];

function mapOf(entries: readonly Entry[]): YAMLMap {
  const map = new YAMLMap();
  for (const [key, value] of entries)
    map.add(new Pair(typeof key === "string" ? new Scalar(key) : key, value));
  return map;
}

function alertMap({ alert, config }: WholeAlert, model: Model): YAMLMap {
  const destinations = referred("destinations", alert.destinations, model.destinations);
  const hosts = referred("hosts", config.hosts, model.hosts);
  const ignored = [...destinations.ignored, ...hosts.ignored];
  return mapOf([
    ["name", line(alert.name)],
    ...(alert.annotations === "" ? [] : [["annotations", lines(alert.annotations)] as const]),
    ["policy", option(alert.policy, model.policies)],
    ...destinations.entries,
    ...hosts.entries,
    ...(config.hostTypes.length === 0 ? [] : [["host_types", listOf(config.hostTypes.map(line))] as const]),
    ...(alert.disabled ? [["disabled", new Scalar(true)] as const] : []),
    ...(ignored.length === 0 ? [] : [["ignore", listOf(ignored.map(line))] as const]),
    condition(config.condition, model),
  ]);
}

function condition(made: AlertCondition, { durations }: Model): Entry {
  switch (made.kind) {
    case "event":
      return ["event", mapOf([["categories", listOf(made.categories.map(line))]])];
    case "threshold":
      return [
        "threshold",
        mapOf([
          ["alert_level", line(made.alertLevel)],
          ["metric", line(made.metric)],
          ["trigger", new Scalar(made.trigger)],
          ["reset", new Scalar(made.reset)],
          ["duration", option(made.duration, durations)],
        ]),
      ];
  }
}

interface ReferringEntries {
  readonly entries: readonly Entry[];
  /** Attributes that cannot be said as they are, and are left as they are. */
  readonly ignored: readonly string[];
}

/** No definition may refer to what is gone: the attribute is then left as the service has it. */
function referred(attribute: string, ids: readonly number[], references: References): ReferringEntries {
  if (ids.length === 0) return { entries: [], ignored: [] };
  const all = ids.flatMap((id) => references.get(id) ?? []);
  const list = listOf(
    all
      .filter(({ isGone }) => !isGone)
      .map(({ id, name }) => (name === undefined ? new Scalar(id) : line(name))),
  );
  const gone = all.filter(({ isGone }) => isGone);
  const reasons = all.flatMap(({ reason }) => reason ?? []);
  const key = new Scalar(attribute);
  const notes =
    gone.length === 0
      ? reasons
      : [...reasons, `So ${attribute} are left as they are. Correct them, and take them out of ignore.`];
  if (notes.length > 0) key.commentBefore = [...new Set(notes)].map((note) => ` ${note}`).join("\n");
  return { entries: [[key, list]], ignored: gone.length === 0 ? [] : [attribute] };
}

/** Columns that a list may take between its brackets. */
const longestFlow = 80;

function listOf(items: readonly Scalar[]): YAMLSeq {
  const list = new YAMLSeq();
  list.flow = items.map(({ value }) => String(value)).join(", ").length <= longestFlow;
  items.forEach((item) => {
    list.add(item);
  });
  return list;
}

function option(id: number, options: NamedOptions): Scalar {
  const scalar = new Scalar(id);
  const name = options.get(id)?.name;
  if (name !== undefined) scalar.comment = ` ${name}`;
  return scalar;
}

/** What other readers of YAML take for something else than text. */
const otherwiseElsewhere =
  /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<|[-+]?[\d_.,:]+(?:e[-+]?\d+)?|0[xob]\w+|\d{4}-\d\d?-\d\d?.*)$/i;
/** What nobody would see, or would lose in an editor. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]|[^\S ]/u;

/** In one line, whatever it holds. */
function line(value: string): Scalar {
  const scalar = new Scalar(value);
  const isPlain = !invisible.test(value) && !value.endsWith(" ") && !otherwiseElsewhere.test(value);
  if (!isPlain) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

/** In lines of its own where it has several, which show all that there is. */
function lines(value: string): Scalar {
  const isReadable =
    /^\S[^]*\n./.test(value) && !/ (?:\n|$)|\n\n$/.test(value) && !invisible.test(value.replaceAll("\n", ""));
  if (!isReadable) return line(value);
  const scalar = new Scalar(value);
  scalar.type = Scalar.BLOCK_LITERAL;
  return scalar;
}
