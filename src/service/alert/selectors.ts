/** Selectors of hosts in definitions: patterns of names, and tags. The service stores only the IDs of the hosts. */
import { isPattern, omitUndefined } from "../../diagnostics";
import { type AlertFinding, type PartialAlert } from "./rules";

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

export function checkSelectors({ hosts = [], hostTags, allowsNoHosts }: PartialAlert): AlertFinding[] {
  const error = (field: string, what: string, remedy: string, index?: number): AlertFinding => {
    return { severity: "error", field: [field], what, remedy, ...omitUndefined({ index }) };
  };
  const findings = hosts.flatMap((host, index) =>
    isPattern(host) && host.length > maxSelectorLength
      ? [error("hosts", `A pattern is longer than ${maxSelectorLength} characters`, "Shorten it.", index)]
      : [],
  );
  if (hostTags !== undefined && !areValidTags(hostTags)) {
    const remedy = `Write at least one key and at most ${maxTagKeys}, each with 1 to ${maxTagValues} values of at most ${maxSelectorLength} characters.`;
    findings.push(error("host_tags", "host_tags must have keys with values", remedy));
  }
  if (allowsNoHosts === true && hostTags === undefined && !hosts.some(isPattern)) {
    const remedy = "Set host_tags or a pattern in hosts, or remove allow_no_hosts.";
    findings.push(error("allow_no_hosts", "allow_no_hosts has no effect", remedy));
  }
  return findings;
}

function areValidTags(tags: HostTags): boolean {
  const isWithin = (length: number, max: number) => length > 0 && length <= max;
  const entries = Object.entries(tags);
  const texts = entries.flatMap(([key, values]) => [key, ...values]);
  return (
    isWithin(entries.length, maxTagKeys) &&
    entries.every(([, values]) => isWithin(values.length, maxTagValues)) &&
    texts.every(({ length }) => isWithin(length, maxSelectorLength))
  );
}
