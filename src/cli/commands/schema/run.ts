/** `dbmon schema`: prints the JSON Schema of definitions, in which an environment's names are suggestions. Other names stay valid. */
import { definitionsJsonSchema, escapeValues } from "../../../definitions";
import { compareStrings, getOrAdd, isMapping, toSafeJson } from "../../../diagnostics";
import { type EnvironmentSession, readConfigs } from "../../../engine";
import { readEvents } from "../../../planning";
import { tagSeparators } from "../../../reconcile";
import { isSupported } from "../../../service";
import { knownCategories, knownMetrics } from "../../../service/vocabulary";
import { selectOne } from "../../environments/targets";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags } from "../../framework/flags";
import { withSession } from "../../inputs/session";
import { resolvePeriod } from "../../inputs/times";

export interface SchemaFlags extends EnvironmentFlags {
  readonly live?: true;
}

/** Period whose events' types are suggested as categories. */
const eventDays = 14;

export async function schemaAction(context: CliContext, flags: SchemaFlags): Promise<ExitCode> {
  const schema = definitionsJsonSchema();
  if (flags.live !== true) return print(context, schema);
  const own = selectOne(context, flags, "dbmon schema prints the schema");
  const names = await withSession(own, ({ session }) => readNames(session), { signal: context.signal });
  return print(context, suggest(schema, names));
}

function print(context: CliContext, schema: unknown): ExitCode {
  context.out(toSafeJson(JSON.stringify(schema, undefined, 2)));
  return exitCodes.done;
}

/** Names by the key of an alert, and tags by their keys. */
interface Names {
  readonly byKey: ReadonlyMap<string, readonly string[]>;
  readonly tags: ReadonlyMap<string, readonly string[]>;
}

async function readNames(session: EnvironmentSession): Promise<Names> {
  const { catalog, live } = session;
  const hosts = (await catalog.hosts()).filter(({ isDeleted }) => !isDeleted);
  const conditions = (await readConfigs(session, (await live.alerts()).filter(isSupported))).flatMap(
    ({ config }) => config?.condition ?? [],
  );
  const types = new Set<string>(knownCategories);
  await readEvents(session, resolvePeriod({}, session.serviceNow(), eventDays), (events) => {
    for (const { type } of events) types.add(type);
  });
  const categories = conditions.flatMap((one) => (one.kind === "event" ? one.categories : []));
  const metrics = conditions.flatMap((one) => (one.kind === "threshold" ? [one.metric] : []));
  const named = (objects: readonly { readonly name?: string | undefined }[]) =>
    objects.flatMap(({ name }) => name ?? []);
  const byKey = {
    policy: named(await catalog.policies()),
    destinations: named(await catalog.destinations()),
    hosts: named(hosts),
    host_types: hosts.flatMap(({ type }) => type ?? []),
    categories: [...types, ...categories],
    metric: [...Object.keys(knownMetrics), ...metrics],
    duration: named(await catalog.durations()),
  };
  const tags = new Map<string, string[]>();
  for (const tag of hosts.flatMap((host) => host.tags)) {
    const end = tag.search(new RegExp(`[${tagSeparators.join("")}]`));
    if (end > 0) getOrAdd(tags, tag.slice(0, end), () => []).push(tag.slice(end + 1));
  }
  const sorted = ([key, values]: readonly [string, readonly string[]]) =>
    [key, [...new Set(values)].sort(compareStrings).map(escapeValues)] as const;
  return { byKey: new Map(Object.entries(byKey).map(sorted)), tags: new Map([...tags].map(sorted)) };
}

/** Replaces the schema of each key that has names, wherever it is. */
function suggest(schema: unknown, names: Names, key = ""): unknown {
  if (Array.isArray(schema)) return schema.map((item: unknown) => suggest(item, names));
  if (!isMapping(schema)) return schema;
  const known = names.byKey.get(key);
  if (known !== undefined) return offer(schema, known);
  if (key === "host_tags") {
    const tag = schema["additionalProperties"];
    const properties = new Map([...names.tags].map(([name, values]) => [name, offer(tag, values)]));
    return { ...schema, properties: Object.fromEntries(properties) };
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, suggest(value, names, name)]),
  );
}

/** @param schema of a name, or of a list of names */
function offer(schema: unknown, known: readonly string[]): unknown {
  if (!isMapping(schema) || known.length === 0) return schema;
  if ("items" in schema) return { ...schema, items: offer(schema["items"], known) };
  const { description, default: fallback, ...others } = schema;
  const kept = {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
  return { ...kept, anyOf: [{ enum: known }, others] };
}
