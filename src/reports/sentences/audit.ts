/** The findings of an audit where space is short: those that need no action share a line with the others of their check. */
import { groupBy, joinFirst, quote } from "../../diagnostics";
import { type Finding } from "../model/findings";

/** More findings share a line. */
const maxNotices = 3;
const maxNames = 3;

/** `17 alerts are disabled: "a", "b", "c" and 14 more.` */
export interface SharedLine {
  readonly check: string;
  readonly text: string;
}

export function shareNotices<F extends Finding>(
  findings: readonly F[],
): { readonly single: readonly F[]; readonly shared: readonly SharedLine[] } {
  const togetherOf = (finding: F) => (finding.kind === "audit" ? finding.together : undefined);
  const groups = groupBy(findings, togetherOf);
  const isShared = (finding: F) => {
    const together = togetherOf(finding);
    return together !== undefined && (groups.get(together)?.length ?? 0) > maxNotices;
  };
  const shared = [...groups].flatMap(([together = "", group]): SharedLine[] => {
    const [first] = group;
    if (first?.kind !== "audit" || !isShared(first)) return [];
    const names = joinFirst([...new Set(group.map(({ name }) => quote(name)))], maxNames);
    return [{ check: first.check, text: `${group.length} ${together}: ${names}.` }];
  });
  return { single: findings.filter((finding) => !isShared(finding)), shared };
}
