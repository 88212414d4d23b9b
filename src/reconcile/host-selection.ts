/** Selections of hosts in definitions: by name, by ID, by a pattern of names, and by tags. */
import { isPattern, quoteIfEscaped } from "../diagnostics";
import { type HostTags } from "../service";

export interface HostSelection {
  /** Names, IDs, and patterns of names. */
  readonly hosts: readonly (string | number)[];
  /** A host must have one of the values of each key. */
  readonly hostTags?: HostTags | undefined;
  /** Whether a pattern or the tags may match no host. */
  readonly allowNoHosts?: boolean | undefined;
}

/** Why hosts are listed. */
export interface SelectionReasons {
  /** By the ID of each host that is listed only because of a pattern or tags. */
  readonly reasons: ReadonlyMap<number, string>;
  readonly deletedIds: ReadonlySet<number>;
}

export function isHostPattern(reference: unknown): reference is string {
  return typeof reference === "string" && isPattern(reference);
}

/** Whether the hosts of a definition depend on the hosts that the service has. */
export function selectsHosts({ hosts, hostTags }: HostSelection): boolean {
  return hostTags !== undefined || hosts.some(isHostPattern);
}

export const tagSeparators = [":", "="];

export function formatTag(key: string, values: readonly string[]): string {
  return quoteIfEscaped(`${key}=${values.join("|")}`);
}

/** `role=primary, env=production|staging` */
export function formatTags(tags: HostTags): string {
  return Object.entries(tags)
    .map(([key, values]) => formatTag(key, values))
    .join(", ");
}
