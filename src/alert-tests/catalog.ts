/** Reads a catalog: the objects of a service in the form of a test file, by which definitions are resolved without the service. */
import { parseMapping, readTextFile } from "../definitions";
import { isError, type Problem, quoteUnusual } from "../diagnostics";
import {
  type AlertDefinition,
  catalogOfDefinitions,
  type ObjectCatalog,
  type Referable,
  type Reference,
  resolveReferences,
} from "../reconcile";
import { checkContent, parseTestTime } from "./parse-test-file";
import { type CatalogContent, catalogSchema, type TestFileContent, testFileSchema } from "./schema";
import { normalizeReference, TestEnvironment } from "./test-environment";

export interface CatalogFile {
  readonly file: string;
  readonly content: CatalogContent;
}

const layout = "A catalog is a mapping with the keys hosts, destinations, policies and durations.";

/** @returns undefined after adding errors */
export function readCatalog(file: string, problems: Problem[]): CatalogFile | undefined {
  const found: Problem[] = [];
  const text = readTextFile(file, "definitions", 0, found);
  const parsed = text === undefined ? undefined : parseMapping(text, file, found, layout);
  const content = parsed && checkContent(catalogSchema, parsed.value, parsed.places, found);
  // Reports invalid times, and objects with the same name or ID.
  if (parsed !== undefined && content !== undefined)
    new TestEnvironment(addCatalog(noTests, content), parsed.places, [], found);
  problems.push(...found);
  return content === undefined || found.some(isError) ? undefined : { file, content };
}

const noTests = testFileSchema.parse({});

/** Adds the objects of a catalog to those of a test file, which replace objects with the same name or ID. */
export function addCatalog(content: TestFileContent, catalog: CatalogContent): TestFileContent {
  return {
    ...content,
    hosts: joinObjects(content.hosts, catalog.hosts),
    destinations: joinObjects(content.destinations, catalog.destinations),
    policies: { ...catalog.policies, ...content.policies },
    durations: { ...catalog.durations, ...content.durations },
  };
}

interface CatalogObject {
  readonly name: string;
  readonly id?: number | undefined;
}

/** The own objects come first, because problems name their index. */
function joinObjects<T extends CatalogObject>(own: readonly T[], others: readonly T[] = []): T[] {
  const known = new Set(own.flatMap(referencesTo));
  return [
    ...own,
    ...others.filter((other) => !referencesTo(other).some((reference) => known.has(reference))),
  ];
}

function referencesTo({ name, id }: CatalogObject): Reference[] {
  return [normalizeReference(name), ...(id === undefined ? [] : [id])];
}

/** Returns an error for each reference that a catalog does not resolve. References to a kind that it does not have are not checked. */
export function checkCatalogReferences(
  definitions: readonly AlertDefinition[],
  { file, content }: CatalogFile,
): Problem[] {
  const { hosts, destinations, policies, durations } = content;
  const catalog: ObjectCatalog = {
    ...catalogOfDefinitions(definitions),
    ...(hosts && { hosts: hosts.map((host, index) => ({ ...toReferable(host, index), tags: host.tags })) }),
    ...(destinations && { destinations: destinations.map(toReferable) }),
    ...(policies && { policies: Object.keys(policies).map(parseKey).map(toReferable) }),
    ...(durations && { durations: durationsOf(durations) }),
  };
  const resolution = resolveReferences(definitions, catalog);
  if (resolution.ok) return [];
  const orAdd = `Otherwise, add it to ${quoteUnusual(file)}.`;
  return resolution.problems.map(({ remedy = "", ...problem }) => ({
    ...problem,
    remedy: `${remedy} ${orAdd}`.trimStart(),
  }));
}

/** Names of hosts and destinations by ID. Policies and durations have a name or an ID. */
export function namesInCatalogFile(catalog: CatalogFile | undefined): {
  readonly hosts: Readonly<Record<string, string>>;
  readonly destinations: Readonly<Record<string, string>>;
} {
  const namesOf = (objects: readonly CatalogObject[] = []) =>
    Object.fromEntries(objects.flatMap(({ id, name }) => (id === undefined ? [] : [[String(id), name]])));
  return { hosts: namesOf(catalog?.content.hosts), destinations: namesOf(catalog?.content.destinations) };
}

/** An object without an ID gets a negative one, which no definition refers to. */
function toReferable({ name, id }: Partial<CatalogObject>, index: number): Referable {
  return { id: id ?? -index - 1, name };
}

/** The key of a policy or duration is its ID or its name. */
function parseKey(key: string): Partial<CatalogObject> {
  const id = /^\d+$/.test(key) ? Number(key) : undefined;
  return Number.isSafeInteger(id) ? { id } : { name: key };
}

/** The first duration of each length is the one that a time refers to: a table can have it by its ID and by its name. */
function durationsOf(durations: Readonly<Record<string, string | number>>): Referable[] {
  const lengths = new Set<number>();
  return Object.entries(durations).map(([key, time], index) => {
    const seconds = (parseTestTime(time) ?? 0) / 1000;
    const isFirst = lengths.size < lengths.add(seconds).size;
    return { ...toReferable(parseKey(key), index), ...(isFirst ? { seconds } : {}) };
  });
}
