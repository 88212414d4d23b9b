/** What the data sources show of a family of queries. */
import { type QueryDigest, queryDigestDescriptions as meaning } from "../../service";
import { attribute as a } from "../../tfplugin";

/** All but `id` and `tags`. */
export const queryAttributes = {
  digest: a.string({ computed: true, description: meaning.digest }),
  first_seen: a.number({ computed: true, nullable: true, description: meaning.firstSeen }),
  last_seen: a.number({ computed: true, nullable: true, description: meaning.lastSeen }),
};

export function queryValues({ id, digest, firstSeen, lastSeen }: QueryDigest) {
  return { id, digest, first_seen: firstSeen ?? null, last_seen: lastSeen ?? null };
}
