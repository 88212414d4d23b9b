/** Proposes tags in place of the hosts that an alert lists. */
import { HostIndex, type SelectableHost, tagSeparators } from "../reconcile";
import { checkSelectors, type HostTags } from "../service";
import { isSafeForCdktf, type LiveEnvironment } from "./exportable-alerts";

/** @param keys of tags that may replace hosts. Default: none */
export function withHostTags(environment: LiveEnvironment, keys: readonly string[] = []): LiveEnvironment {
  if (keys.length === 0) return environment;
  return { ...environment, proposeHostTags: hostTagsProposer(keys, environment.hosts) };
}

/** Returns a function that finds tags with the keys that select exactly these hosts now: as few keys as possible. */
function hostTagsProposer(
  keys: readonly string[],
  hosts: readonly SelectableHost[],
): (ids: readonly number[]) => HostTags | undefined {
  const byId = new Map(hosts.map((host) => [host.id, host]));
  const index = new HostIndex(hosts);
  return (ids) => {
    const listed = ids.map((id) => byId.get(id)?.tags ?? []);
    const isExact = (entries: readonly (readonly [string, readonly string[]])[]) => {
      const hostTags = Object.fromEntries(entries);
      const selected = new Set(index.select({ hosts: [], hostTags, allowNoHosts: true }, Number).ids);
      return selected.size === new Set(ids).size && ids.every((id) => selected.has(id));
    };
    let entries = keys.flatMap((key) => {
      const values = listed.map((tags) => tags.flatMap((tag) => valueOf(key, tag) ?? []));
      return values.every(({ length }) => length > 0)
        ? [[key, [...new Set(values.flat())].sort()] as const]
        : [];
    });
    const hostTags = Object.fromEntries(entries);
    // Each language must be able to express the strings.
    const text = JSON.stringify(hostTags);
    const isValid =
      checkSelectors({ hostTags }).length === 0 && isSafeForCdktf(text) && !text.includes("\\ud");
    if (ids.length === 0 || !isValid || !isExact(entries)) return undefined;
    for (const entry of entries) {
      const others = entries.filter((other) => other !== entry);
      if (others.length > 0 && isExact(others)) entries = others;
    }
    return Object.fromEntries(entries);
  };
}

function valueOf(key: string, tag: string): string | undefined {
  return tagSeparators.some((separator) => tag.startsWith(key + separator))
    ? tag.slice(key.length + 1)
    : undefined;
}
