/** Selectors of hosts in definitions: patterns of names, and tags. The service stores only the IDs of the hosts. */

/** By key, the values of which a host must have one. A host must match each key. */
export type HostTags = Readonly<Record<string, readonly string[]>>;

/** Of a pattern, and of a key or a value of tags, in UTF-16 units. */
export const maxSelectorLength = 256;
export const maxTagKeys = 20;
/** Of one key. */
export const maxTagValues = 100;

export const hostTagsDescription =
  "Selects, in addition to `hosts`, the hosts that have all of these tags now: by key, a value or several values of which a host must have one. " +
  "The service's tags are `KEY:VALUE` or `KEY=VALUE`.";

export const allowNoHostsDescription =
  "Whether `host_tags` and patterns in `hosts` may match no host. While the alert has no host, it is disabled. Default: `false`, which makes that an error.";

export const hostPatternDescription =
  "A name with `*` (any text) or `?` (one character) is a pattern, which selects the hosts that match it now.";

export function areValidTags(tags: HostTags): boolean {
  const isWithin = (length: number, max: number) => length > 0 && length <= max;
  const entries = Object.entries(tags);
  const strings = entries.flatMap(([key, values]) => [key, ...values]);
  return (
    isWithin(entries.length, maxTagKeys) &&
    entries.every(([, values]) => isWithin(values.length, maxTagValues)) &&
    strings.every(({ length }) => isWithin(length, maxSelectorLength))
  );
}
