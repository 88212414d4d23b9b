/** The scope of an alert: the hosts that it applies to. Specification: "Alert configuration". Facts CONFIG-2 and FIRE-6. */
import { toNfc } from "../../diagnostics";
import { includesText } from "../text";

/** The listed hosts and all hosts of the types, or all hosts if both are empty. Definitions refer to hosts by name too. */
export interface AlertScope<HostReference = number> {
  /** IDs of hosts, an unordered set. */
  readonly hosts: readonly HostReference[];
  /** Database types, an unordered set. */
  readonly host_types: readonly string[];
}

export const allHosts: AlertScope<never> = { hosts: [], host_types: [] };

/** All hosts of the types. */
export function hostsOfTypes(...types: readonly string[]): AlertScope<never> {
  return { hosts: [], host_types: types };
}

/** Copies the scope of an alert or a configuration. */
export function scopeOf<HostReference>({ hosts, host_types }: AlertScope<HostReference>): {
  hosts: HostReference[];
  host_types: string[];
} {
  return { hosts: [...hosts], host_types: [...host_types] };
}

/** The host types of the scope, in NFC. */
export function typesInScope({ host_types }: AlertScope<unknown>): string[] {
  return host_types.map(toNfc);
}

export function includesAllHosts({ hosts, host_types }: AlertScope<unknown>): boolean {
  return hosts.length === 0 && host_types.length === 0;
}

/**
 * Whether an alert with the scope applies to the host.
 *
 * @param host undefined for a global event, to which only a scope of all hosts applies
 * @example isInScope({ hosts: [], host_types: ["mysql"] }, { id: 1, type: "mysql" }) // true
 */
export function isInScope(
  scope: AlertScope,
  host: { readonly id: number; readonly type: string } | undefined,
): boolean {
  if (includesAllHosts(scope)) return true;
  return host !== undefined && (scope.hosts.includes(host.id) || includesText(scope.host_types, host.type));
}
