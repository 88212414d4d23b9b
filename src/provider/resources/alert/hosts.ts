/**
 * The hosts that tags and patterns select. The configuration and the state have the selection, and `host_ids` has the ids:
 *
 *     alert                        host_ids
 *     --------------------------   -------------------------------------------------
 *     names and ids only           null: `hosts` has the references (references.ts)
 *     selection, refreshed         the ids that the service lists
 *     selection, planned           the ids of the hosts that match now
 *
 * While `allow_no_hosts` permits a selection without hosts, the plan disables the alert, because it would apply to all hosts.
 */
import { quote } from "../../../diagnostics";
import {
  hasNoHosts,
  HostIndex,
  isHostPattern,
  parseId,
  ReferenceIndex,
  type SelectableHost,
} from "../../../reconcile";
import {
  type ConfigOf,
  type Diagnostic,
  isUnknown,
  isWhollyKnown,
  type ProposedOf,
  UNKNOWN,
  type Unknown,
} from "../../../tfplugin";
import { destroyHint } from "../../names/name-problems";
import { type ProviderSession } from "../../session";
import { type AlertSchema } from "./schema";

type Selection = Pick<ConfigOf<AlertSchema>, "hosts" | "host_tags">;
type KnownSelection = { [Key in keyof Selection]: Exclude<Selection[Key], Unknown> };
type ConfiguredScope = Pick<ConfigOf<AlertSchema>, "name" | "host_types" | "allow_no_hosts" | "disabled"> &
  Selection;

/** Whether tags or a pattern select hosts, or may do so once they are known. */
export function selects({ hosts, host_tags }: Selection): boolean {
  return (
    host_tags !== null ||
    isUnknown(hosts) ||
    (hosts ?? []).some((host) => isUnknown(host) || isHostPattern(host))
  );
}

/** By list, because thousands of alerts share one. */
const indexes = new WeakMap<readonly SelectableHost[], readonly [HostIndex, ReferenceIndex]>();

/** @param ids of names, from the private state @throws ServiceError */
export async function selectNow(
  { catalog }: Pick<ProviderSession, "catalog">,
  { hosts, host_tags }: KnownSelection,
  allowNoHosts: boolean,
  ids: ReadonlyMap<string, number>,
) {
  const list = await catalog.hostsSeenSince();
  const [hostIndex, names] = indexes.get(list) ?? [new HostIndex(list), new ReferenceIndex("host", list)];
  indexes.set(list, [hostIndex, names]);
  // The schema accepts null only for attributes, and the plan of an unknown one is unknown.
  const selection = {
    hosts: (hosts ?? []) as readonly string[],
    hostTags: (host_tags ?? undefined) as never,
  };
  const selected = hostIndex.select({ ...selection, allowNoHosts }, (reference) => {
    const text = String(reference);
    return ids.get(text) ?? parseId(text) ?? names.resolveText(text);
  });
  return { ...selected, ids: [...selected.ids].sort((a, b) => a - b) };
}

type PlannedHosts = Partial<Pick<ProposedOf<AlertSchema>, "host_ids" | "disabled">>;

/** The planned values that the selection decides. Names that do not resolve are reported elsewhere. @throws ServiceError */
export async function planHosts(
  session: ProviderSession | undefined,
  config: ConfiguredScope,
  ids: ReadonlyMap<string, number>,
): Promise<{ readonly planned: PlannedHosts; readonly problems: readonly Diagnostic[] }> {
  const { hosts, host_tags, host_types, allow_no_hosts, disabled } = config;
  if (!selects(config)) return { planned: { host_ids: null }, problems: [] };
  const allowNoHosts = allow_no_hosts !== null && allow_no_hosts !== false;
  const plan = (
    host_ids: readonly number[] | Unknown,
    computed: true | Unknown,
    isEmpty: boolean,
  ): PlannedHosts => ({
    host_ids,
    ...(isEmpty && disabled === null ? { disabled: computed } : {}),
  });
  if (session === undefined || !isWhollyKnown([hosts, host_tags, host_types, allow_no_hosts]))
    return { planned: plan(UNKNOWN, UNKNOWN, allowNoHosts), problems: [] };
  const selection = { hosts, host_tags } as KnownSelection;
  const selected = await selectNow(session, selection, allowNoHosts, ids);
  const types = (host_types ?? []) as readonly string[];
  const isEmpty = hasNoHosts({ hosts: selected.ids, host_types: types, allowNoHosts });
  const subject = isUnknown(config.name) ? "This alert" : quote(config.name);
  const problems = selected.problems.flatMap(({ field: [attribute = "", index = 0], what, remedy }) => {
    const isName = attribute === "hosts" && !isHostPattern(selection.hosts?.[Number(index)]);
    const detail = `${remedy}\n${destroyHint}`;
    return isName ? [] : [problem("error", attribute, `${subject}: ${what}`, detail)];
  });
  if (isEmpty && disabled !== false) {
    const detail = "The first apply after a host matches enables it.";
    const summary = `${subject}: the alert is disabled, because no host matches`;
    problems.push(problem("warning", "allow_no_hosts", summary, detail));
  } else if (isEmpty) {
    const detail =
      "It would apply to all hosts. Remove disabled from the configuration and from ignore_changes.";
    const summary = `${subject}: no host matches, and disabled is set or ignored`;
    problems.push(problem("error", "allow_no_hosts", summary, detail));
  }
  return { planned: plan(selected.ids, true, isEmpty), problems };
}

function problem(
  severity: Diagnostic["severity"],
  attribute: string | number,
  summary: string,
  detail: string,
): Diagnostic {
  return { severity, summary, detail, path: [attribute] };
}
