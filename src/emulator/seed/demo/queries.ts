/** Query digests of the demo shop. */
import { type StoredDigest } from "../../store/query-stores";
import { backOfficeQueries } from "./back-office-queries";
import { checkoutQueries } from "./checkout-queries";
import { monitoredFor } from "./hosts";
import { digestText, type QueryFamily, queryId, type QueryGroup } from "./query-family";
import { storefrontQueries } from "./storefront-queries";
import { day, hour, integerBelow } from "./reproducible";

export const queryGroups: readonly QueryGroup[] = [
  checkoutQueries,
  ...storefrontQueries,
  ...backOfficeQueries,
];

export function shopDigests(now: number): StoredDigest[] {
  return queryGroups.flatMap((group) =>
    group.families.map((family) => ({
      id: queryId(family),
      digest: digestText(family),
      ...seenTimes(family, now),
      tags: [
        { key: "app", values: [group.app] },
        { key: "table", values: [family.table] },
        { key: "team", values: [group.team] },
      ],
      hosts: [...group.hosts],
    })),
  );
}

/** Queries in use were last seen within the last hour, later than every sample. */
function seenTimes(family: QueryFamily, now: number): { firstSeen: number; lastSeen: number } {
  const id = queryId(family);
  const { firstSeenDaysAgo = monitoredFor / day - integerBelow(70, id, "first"), lastSeenDaysAgo } = family;
  const lastSeenAgo = lastSeenDaysAgo === undefined ? integerBelow(hour, id, "last") : lastSeenDaysAgo * day;
  return { firstSeen: now - firstSeenDaysAgo * day, lastSeen: now - lastSeenAgo };
}
