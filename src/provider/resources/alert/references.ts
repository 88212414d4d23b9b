/**
 * The references of an alert. The configuration and the state have strings: names, times of durations, or ids. The service has ids. The private
 * state stores the ids of the strings that are not ids themselves, so that an alert can be written, compared and deleted although an
 * object was renamed.
 *
 *     refresh: the service has    text of the state
 *     -------------------------   -------------------------------------------------------------
 *     the id that a text means    that text
 *     another id                  the name of that object, otherwise its time, otherwise its id
 *
 * The lists of objects are read only for strings that are not unchanged ids.
 */
import { errorOf, ProblemError, quote } from "../../../diagnostics";
import {
  type CatalogKey,
  catalogKeys,
  isHostPattern,
  type ObjectCatalog,
  objectKinds,
  parseId,
  type Referable,
  ReferenceIndex,
} from "../../../reconcile";
import {
  type ConfigOf,
  type Diagnostic,
  isUnknown,
  isWhollyKnown,
  type PlannedOf,
  type Unknown,
} from "../../../tfplugin";
import { destroyHint } from "../../names/name-problems";
import { type ProviderSession } from "../../session";
import { selectNow, selects } from "./hosts";
import { type AlertSchema, type AlertState } from "./schema";

/** The attributes that refer to other objects. Null and unknown values occur only in configurations and plans. */
interface Referring<Reference, Other = never> {
  readonly policy: Reference | Other;
  readonly destinations: readonly (Reference | Other)[] | Other | null;
  readonly hosts: readonly (Reference | Other)[] | Other | null;
  readonly threshold: { readonly duration: Reference | Other } | Other | null;
}
type ReferenceStrings = Referring<string, Unknown>;

/** The values of an alert with ids instead of strings. */
export type WithIds<Values> = Omit<Values, "policy" | "destinations" | "hosts" | "threshold"> & {
  readonly policy: number;
  readonly destinations: readonly number[];
  readonly hosts: readonly number[];
  readonly threshold:
    (Omit<NonNullable<AlertState["threshold"]>, "duration"> & { readonly duration: number }) | null;
};
export type AlertValues = WithIds<AlertState>;

type ByKind<Value> = Readonly<Record<CatalogKey, Value>>;

/** The ids of the strings, by the kind of the object. A string without an entry is an id. */
export type ReferencedIds = ByKind<ReadonlyMap<string, number>>;

export function byKind<Value>(valueOf: (key: CatalogKey) => Value): ByKind<Value> {
  return {
    destinations: valueOf("destinations"),
    hosts: valueOf("hosts"),
    policies: valueOf("policies"),
    durations: valueOf("durations"),
  };
}

const kindsByKey = {
  destinations: { ...objectKinds.destination, path: ["destinations"] },
  hosts: { ...objectKinds.host, path: ["hosts"] },
  policies: { ...objectKinds.policy, path: ["policy"] },
  durations: { ...objectKinds.duration, path: ["threshold", "duration"] },
} as const;

/** The known references of each kind. */
function knownReferences<Reference extends string | number>(
  values: Referring<Reference, Unknown>,
): ByKind<readonly Reference[]> {
  const { policy, destinations, hosts, threshold } = values;
  const known = (references: readonly (Reference | Unknown)[] | Unknown | null) =>
    isUnknown(references)
      ? []
      : (references ?? []).filter((reference): reference is Reference => !isUnknown(reference));
  return {
    destinations: known(destinations),
    hosts: known(hosts).filter((host) => !isHostPattern(host)),
    policies: known([policy]),
    durations: isUnknown(threshold) || threshold === null ? [] : known([threshold.duration]),
  };
}

/** The id that a text of the state means. Undefined for a name without a stored id. */
function storedId(references: ReferencedIds, key: CatalogKey, text: string): number | undefined {
  return references[key].get(text) ?? parseId(text);
}

async function readIndexes(
  { catalog }: ProviderSession,
  needsList: (key: CatalogKey) => boolean,
): Promise<(key: CatalogKey) => ReferenceIndex> {
  const lists: ObjectCatalog = await catalog.read(new Set(catalogKeys.filter(needsList)));
  return (key) => indexOf(kindsByKey[key].singular, lists[key] ?? []);
}

/** By list, because thousands of alerts share one. */
const indexes = new WeakMap<readonly Referable[], ReferenceIndex>();

function indexOf(singular: string, list: readonly Referable[]): ReferenceIndex {
  const index = indexes.get(list) ?? new ReferenceIndex(singular, list);
  indexes.set(list, index);
  return index;
}

/** Replaces a text that means nothing any longer. No object has this id. */
const noId = -1;

/** The ids of a state, or of a plan whose arguments are known. @throws ServiceError */
export async function toIds<Values extends Referring<string> & WithSelection>(
  session: ProviderSession,
  values: Values,
  references: ReferencedIds,
): Promise<WithIds<Values>> {
  const { host_ids } = values;
  const strings = knownReferences<string>(host_ids === null ? values : { ...values, hosts: [] });
  const hasUnstored = (key: CatalogKey) =>
    strings[key].some((text) => storedId(references, key, text) === undefined);
  const indexOfKey = await readIndexes(session, hasUnstored);
  const idOf = (key: CatalogKey, text: string) => {
    const id = storedId(references, key, text) ?? indexOfKey(key).resolveText(text);
    return typeof id === "number" ? id : noId;
  };
  // A set of strings is sorted by the strings, and its ids are written in their own order.
  const idsOf = (key: CatalogKey) =>
    [...new Set(strings[key].map((text) => idOf(key, text)))].sort((a, b) => a - b);
  const { policy, threshold } = values;
  return {
    ...values,
    policy: idOf("policies", policy),
    destinations: idsOf("destinations"),
    hosts: isUnknown(host_ids) ? await hostIdsNow(session, values, references) : (host_ids ?? idsOf("hosts")),
    threshold: threshold && { ...threshold, duration: idOf("durations", threshold.duration) },
  } as WithIds<Values>;
}

type WithSelection = Pick<
  PlannedOf<AlertSchema>,
  "name" | "hosts" | "host_tags" | "allow_no_hosts" | "host_ids"
>;

/** The ids of a plan whose selection was unknown. @throws ProblemError, ServiceError */
async function hostIdsNow(
  session: ProviderSession,
  values: WithSelection,
  references: ReferencedIds,
): Promise<readonly number[]> {
  const { ids, problems } = await selectNow(
    session,
    values,
    values.allow_no_hosts === true,
    references.hosts,
  );
  if (problems.length === 0) return ids;
  throw new ProblemError(
    problems.map(({ what, remedy }) =>
      errorOf("reference-unknown", what, { where: { subject: values.name }, remedy }),
    ),
  );
}

interface StoredState {
  readonly state: AlertState;
  readonly references: ReferencedIds;
}

/**
 * The state of an alert as it is in the service. It keeps the strings that mean its ids now, and those of renamed objects.
 * @param previous undefined for an alert that has no state @throws ServiceError
 */
export async function toState(
  session: ProviderSession,
  values: AlertValues,
  previous?: StoredState,
): Promise<StoredState> {
  // A selection stays, and its ids are stored beside it.
  if (previous !== undefined && previous.state.host_ids !== null) {
    const { hosts } = previous.state;
    const withoutHosts = { ...previous, state: { ...previous.state, hosts: [], host_ids: null } };
    const { state, references } = await toState(session, { ...values, hosts: [] }, withoutHosts);
    const host_ids = [...values.hosts].sort((a, b) => a - b);
    return {
      state: { ...state, hosts, host_ids },
      references: { ...references, hosts: previous.references.hosts },
    };
  }
  const strings = previous && knownReferences<string>(previous.state);
  const stored = previous?.references ?? byKind(() => new Map<string, number>());
  const ids = knownReferences<number>(values);
  // An import writes names, and the code may have ids. So until the first write a name means its stored id, which needs no list.
  const isImported = values.written_at === null;
  const liveId = (key: CatalogKey, text: string) => {
    const storedAs = stored[key].get(text);
    return ids[key].find((id) =>
      storedAs === undefined ? text === String(id) : isImported && id === storedAs,
    );
  };
  const needsList = (key: CatalogKey) =>
    strings?.[key].length !== ids[key].length ||
    !strings[key].every((text) => liveId(key, text) !== undefined);
  const indexOfKey = await readIndexes(session, needsList);
  const idOf = (key: CatalogKey, text: string): number | undefined => {
    const id = liveId(key, text) ?? indexOfKey(key).resolveText(text);
    return typeof id === "number" ? id : storedId(stored, key, text);
  };
  const written = byKind((key) => {
    const kept = (strings?.[key] ?? []).flatMap((text) => {
      const id = idOf(key, text);
      return id !== undefined && ids[key].includes(id) ? [{ text, id }] : [];
    });
    const others = ids[key].filter((id) => !kept.some((entry) => entry.id === id));
    const textFor = (id: number) => {
      const text = indexOfKey(key).textFor(id);
      return key === "hosts" && isHostPattern(text) ? String(id) : text;
    };
    return [...kept, ...others.map((id) => ({ text: textFor(id), id }))];
  });
  const writtenStrings = (key: CatalogKey) => written[key].map(({ text }) => text);
  const [policy = ""] = writtenStrings("policies");
  const [duration = ""] = writtenStrings("durations");
  const { threshold } = values;
  return {
    state: {
      ...values,
      policy,
      destinations: writtenStrings("destinations"),
      hosts: writtenStrings("hosts"),
      threshold: threshold && { ...threshold, duration },
    },
    references: byKind(
      (key) => new Map(written[key].flatMap(({ text, id }) => (text === String(id) ? [] : [[text, id]]))),
    ),
  };
}

/** The attributes of the state that mean the same as the configured ones, but are other strings. @throws ServiceError */
export async function equivalentReferences(
  session: ProviderSession,
  config: ReferenceStrings & Pick<ConfigOf<AlertSchema>, "host_tags">,
  prior: AlertState,
  references: ReferencedIds,
): Promise<Partial<Referring<string, Unknown>>> {
  const before = knownReferences<string>(prior);
  const after = knownReferences<string>(config);
  const known = idsOfState(prior, references);
  const differs = (key: CatalogKey) => after[key].length > 0 && !isSameSet(after[key], before[key]);
  if (!catalogKeys.some(differs)) return {};
  const isNew = (key: CatalogKey) => [...after[key], ...before[key]].some((text) => !known[key].has(text));
  const indexOfKey = await readIndexes(session, (key) => differs(key) && isNew(key));
  const isSame = (key: CatalogKey) => {
    if (!differs(key)) return false;
    const idOf = (text: string) => known[key].get(text) ?? indexOfKey(key).resolveText(text);
    const ids = after[key].map(idOf);
    return ids.every((id) => typeof id === "number") && isSameSet(ids, before[key].map(idOf));
  };
  const { destinations, hosts, threshold } = config;
  const isSelection = prior.host_ids !== null || selects(config);
  const duration = prior.threshold?.duration;
  return {
    ...(isSame("policies") ? { policy: prior.policy } : {}),
    ...(isWhollyKnown(destinations) && isSame("destinations") ? { destinations: prior.destinations } : {}),
    ...(!isSelection && isWhollyKnown(hosts) && isSame("hosts") ? { hosts: prior.hosts } : {}),
    ...(duration !== undefined && !isUnknown(threshold) && threshold !== null && isSame("durations")
      ? { threshold: { ...threshold, duration } }
      : {}),
  };
}

/** The ids of the strings of a state. These ids as strings are in it too, because a configuration may have them in place of names. */
function idsOfState(state: AlertState, references: ReferencedIds): ReferencedIds {
  const strings = knownReferences<string>(state);
  return byKind((key) => {
    const ids = strings[key].flatMap((text): [string, number][] => {
      const id = storedId(references, key, text);
      return id === undefined ? [] : [[text, id]];
    });
    return new Map([...ids.map(([, id]): [string, number] => [String(id), id]), ...ids]);
  });
}

function isSameSet(a: readonly unknown[], b: readonly unknown[]): boolean {
  const elements = new Set(b);
  return new Set(a).size === elements.size && a.every((element) => elements.has(element));
}

/**
 * Resolves the references of a configuration. New ones must resolve. One that does not resolve any longer is a warning, because its alert can
 * still be compared and deleted by the stored id.
 * @param stored with the ids of the prior state
 * @returns the ids of the strings that are not ids @throws ServiceError
 */
export async function checkReferences(
  session: ProviderSession,
  config: ReferenceStrings & { readonly name: string | Unknown },
  prior: AlertState | null,
  stored: ReferencedIds,
): Promise<{ readonly references: ReferencedIds; readonly problems: readonly Diagnostic[] }> {
  const before = prior && idsOfState(prior, stored);
  const strings = knownReferences<string>(config);
  const isUnchangedId = (key: CatalogKey, text: string) =>
    parseId(text) !== undefined && before?.[key].get(text) === parseId(text);
  const toCheck = byKind((key) => strings[key].filter((text) => !isUnchangedId(key, text)));
  const indexOfKey = await readIndexes(session, (key) => toCheck[key].length > 0);
  const references = byKind((key) => new Map(stored[key]));
  const subject = isUnknown(config.name) ? "This alert" : quote(config.name);
  const problems = catalogKeys.flatMap((key) =>
    toCheck[key].flatMap((text): Diagnostic[] => {
      const { path, singular } = kindsByKey[key];
      const index = indexOfKey(key);
      const resolved = index.resolveText(text);
      const id = before?.[key].get(text);
      if (typeof resolved === "number") {
        if (text === String(resolved)) return [];
        references[key].set(text, resolved);
        if (id === undefined || id === resolved) return [];
        const summary = `${subject}: ${quote(text)} is the name of another ${singular} now (id ${resolved})`;
        const detail = `The alert refers to the ${singular} with the id ${id}. Write one of these ids in place of the name.`;
        return [{ severity: "error", summary, detail: `${detail}\n${destroyHint}`, path }];
      }
      if (id === undefined) {
        const detail = `${resolved.remedy}\n${destroyHint}`;
        return [{ severity: "error", summary: `${subject}: ${resolved.what}`, detail, path }];
      }
      const current = index.textFor(id);
      const isRenamed = current !== String(id);
      const what = isRenamed
        ? `The ${singular} ${quote(text)} was renamed to ${quote(current)}.`
        : resolved.what;
      const remedy = isRenamed ? "Change the name in the configuration." : resolved.remedy;
      const detail = `The alert still refers to the ${singular} with the id ${id}. ${remedy}`;
      return [{ severity: "warning", summary: `${subject}: ${what}`, detail, path }];
    }),
  );
  return { references, problems };
}

/** The ids of the strings of a state. */
export function referencesOfState(state: AlertState, references: ReferencedIds): ReferencedIds {
  const strings = knownReferences<string>(state);
  return byKind((key) => new Map([...references[key]].filter(([text]) => strings[key].includes(text))));
}
