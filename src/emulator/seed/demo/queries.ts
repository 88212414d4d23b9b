/** The query digests of the shop. */
import { type StoredDigest } from "../../store/query-stores";
import { backOfficeQueries } from "./back-office-queries";
import { numberBelow } from "./chance";
import { checkoutQueries } from "./checkout-queries";
import { monitoredFor } from "./hosts";
import { digestText, type QueryFamily, queryId, type QueryGroup } from "./query-family";
import { storefrontQueries } from "./storefront-queries";
import { day, hour } from "./times";

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
      ...seen(family, now),
      tags: [
        { key: "app", values: [group.app] },
        { key: "table", values: [family.table] },
        { key: "team", values: [group.team] },
      ],
      hosts: [...group.hosts],
    })),
  );
}

/** Those that are in use were seen within the hour, which is after every sample that is older. */
function seen(family: QueryFamily, now: number): { firstSeen: number; lastSeen: number } {
  const id = queryId(family);
  const { isNewFor, isGoneFor } = family;
  const daysAgo = isNewFor ?? monitoredFor / day - numberBelow(70, id, "first");
  const quietFor = isGoneFor === undefined ? numberBelow(hour, id, "last") : isGoneFor * day;
  return { firstSeen: now - daysAgo * day, lastSeen: now - quietFor };
}
