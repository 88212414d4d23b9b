/** The hosts that a definition selects: by name, by ID, by a pattern of names, and by tags. Only hosts that are not deleted. */
import { errorOf, type FieldStep, getOrAdd, nameMatcher, type Problem, quote } from "../diagnostics";
import { type HostTags, includesAllHosts, TextMap } from "../service";
import { type AlertDefinition, placeOfField, type Reference } from "./alert-definition";
import { type SelectableHost } from "./catalog";
import { type FieldChange } from "./compare";
import { type DesiredAlert, type LiveAlert } from "./desired-alert";
import {
  formatTag,
  formatTags,
  type HostSelection,
  isHostPattern,
  type SelectionReasons,
  selectsHosts,
  tagSeparators,
} from "./host-selection";
import { type UnresolvedReference } from "./reference-index";

interface SelectedHosts {
  readonly ids: readonly number[];
  /** Undefined for a selection without patterns and tags. */
  readonly selection: SelectionReasons | undefined;
  readonly problems: readonly (UnresolvedReference & { readonly field: readonly FieldStep[] })[];
}

/** Shared by all alerts of an environment. */
export class HostIndex {
  readonly #deletedIds: ReadonlySet<number>;
  readonly #hosts: readonly SelectableHost[];
  readonly #byPattern = new Map<string, readonly number[]>();
  #byTag: TextMap<Set<number>> | undefined;

  constructor(hosts: readonly SelectableHost[]) {
    this.#hosts = hosts.filter(({ isDeleted }) => isDeleted !== true);
    this.#deletedIds = new Set(hosts.flatMap(({ id, isDeleted }) => (isDeleted === true ? id : [])));
  }

  /** @param resolve resolves a name or an ID */
  select(
    { hosts, hostTags, allowNoHosts = false }: HostSelection,
    resolve: (reference: Reference) => number | UnresolvedReference,
  ): SelectedHosts {
    const problems: SelectedHosts["problems"][number][] = [];
    const named = new Set<number>();
    const reasons = new Map<number, string>();
    const add = (field: readonly FieldStep[], matches: ReadonlyMap<number, string>, what: string) => {
      if (matches.size === 0 && !allowNoHosts) problems.push({ field, what, remedy: noMatchRemedy });
      for (const [id, reason] of matches) if (!reasons.has(id)) reasons.set(id, reason);
    };
    for (const [index, reference] of hosts.entries()) {
      const field = ["hosts", index];
      if (isHostPattern(reference)) {
        const pattern = quote(reference);
        const matches = this.#matching(reference).map((id) => [id, `pattern ${pattern}`] as const);
        add(field, new Map(matches), `No host matches the pattern ${pattern}.`);
        continue;
      }
      const resolved = resolve(reference);
      if (typeof resolved === "number") named.add(resolved);
      else problems.push({ ...resolved, field });
    }
    if (hostTags !== undefined)
      add(["host_tags"], this.#tagged(hostTags), `No host has the tags ${formatTags(hostTags)}.`);
    for (const id of named) reasons.delete(id);
    const selection = { reasons, deletedIds: this.#deletedIds };
    return {
      ids: [...named, ...reasons.keys()],
      selection: selectsHosts({ hosts, hostTags }) ? selection : undefined,
      problems,
    };
  }

  #matching(pattern: string): readonly number[] {
    return getOrAdd(this.#byPattern, pattern, () => {
      const matches = nameMatcher([pattern]);
      return this.#hosts.flatMap(({ id, name }) => (name !== undefined && matches(name) ? id : []));
    });
  }

  /** The tags that each host matches, by its ID. */
  #tagged(tags: HostTags): ReadonlyMap<number, string> {
    const byTag = (this.#byTag ??= this.#indexTags());
    let matches: Map<number, string[]> | undefined;
    for (const [key, values] of Object.entries(tags)) {
      const found = new Map<number, string[]>();
      for (const value of values)
        for (const separator of tagSeparators)
          for (const id of byTag.get(`${key}${separator}${value}`) ?? []) {
            const before = matches === undefined ? [] : matches.get(id);
            if (before !== undefined && !found.has(id)) found.set(id, [...before, formatTag(key, [value])]);
          }
      matches = found;
    }
    return new Map(
      [...(matches ?? [])].map(([id, found]) => [
        id,
        `tag${found.length > 1 ? "s" : ""} ${found.join(", ")}`,
      ]),
    );
  }

  #indexTags(): TextMap<Set<number>> {
    const byTag = new TextMap<Set<number>>();
    for (const { id, tags = [] } of this.#hosts)
      for (const tag of tags) getOrAdd(byTag, tag, () => new Set<number>()).add(id);
    return byTag;
  }
}

const noMatchRemedy =
  "An alert without hosts would apply to all hosts. Change the selection, or set allow_no_hosts to true to disable the alert while it has no host.";

/** What the selection decides: an alert without hosts is disabled, because it would apply to all hosts. */
export function selectedFields(
  alert: Pick<DesiredAlert, "host_types" | "allowNoHosts">,
  hosts: readonly number[],
): Pick<DesiredAlert, "hosts"> & Partial<Pick<DesiredAlert, "disabled" | "mute">> {
  return hasNoHosts({ ...alert, hosts }) ? { hosts, disabled: true, mute: undefined } : { hosts };
}

/** Whether the alert is disabled because its selection matches no host. */
export function hasNoHosts(alert: Pick<DesiredAlert, "hosts" | "host_types" | "allowNoHosts">): boolean {
  return alert.allowNoHosts === true && includesAllHosts(alert);
}

/** Adds to the difference of the hosts why each one joined or left. */
export function explainHosts(
  fields: readonly FieldChange[],
  { selection }: DesiredAlert,
): readonly FieldChange[] {
  if (selection === undefined) return fields;
  const { reasons, deletedIds } = selection;
  return fields.map((field) => {
    if (field.path[0] !== "hosts") return field;
    const [before, after] = [idsIn(field.from), idsIn(field.to)];
    const joined = [...reasons].filter(([id]) => after.has(id) && !before.has(id));
    const left = [...before].filter((id) => !after.has(id));
    const whyLeft = (id: number) => (deletedIds.has(id) ? "deleted" : "no longer selected");
    return {
      ...field,
      reasons: Object.fromEntries([...joined, ...left.map((id) => [id, whyLeft(id)] as const)]),
    };
  });
}

function idsIn(value: FieldChange["from"]): ReadonlySet<number> {
  return new Set(Array.isArray(value) ? value.map(Number) : []);
}

/**
 * Whether the hosts that match now explain the difference between the live alert and its definition. An emptied list is never explained,
 * unless the alert was stored disabled because it had no host.
 */
export function isOnlySelection(
  desired: DesiredAlert,
  live: LiveAlert,
  fields: readonly FieldChange[],
): boolean {
  const { selection, allowNoHosts } = desired;
  if (selection === undefined || live.config === undefined) return false;
  const wasWithoutHosts = live.alert.disabled && hasNoHosts({ ...live.config, allowNoHosts });
  if (live.config.hosts.length === 0 && !wasWithoutHosts) return false;
  return (
    fields.some(({ path }) => path[0] === "hosts") &&
    fields.every(({ path, from, to }) => {
      if (path[0] === "disabled") return wasWithoutHosts || hasNoHosts(desired);
      const before = idsIn(from);
      return path[0] === "hosts" && [...idsIn(to)].every((id) => before.has(id) || selection.reasons.has(id));
    })
  );
}

const disablingAttributes = ["disabled", "hosts", "host_types"] as const;

/** Returns an error for each definition that could enable an alert without hosts, because it keeps a live value. */
export function checkIgnoredHosts(definitions: readonly AlertDefinition[]): Problem[] {
  return definitions.flatMap((definition): Problem[] => {
    const { allowNoHosts, ignore = [] } = definition;
    const ignored = disablingAttributes.find((attribute) => ignore.includes(attribute));
    if (allowNoHosts !== true || ignored === undefined) return [];
    const what = `The alert has allow_no_hosts and ignores changes of ${ignored}: it could apply to all hosts.`;
    const where = placeOfField(definition, ["allow_no_hosts"]);
    return [errorOf("definition-invalid", what, { where, remedy: "Remove one of them." })];
  });
}
