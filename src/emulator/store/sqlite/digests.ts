import { type QueryDigestWire, type QueryTagWire } from "../../../service";
import { type DigestSearch, type DigestStore, type StoredDigest, type TagItem } from "../store";
import { type Documents, withTerms } from "./documents";
import { type SqlValue } from "./driver";

/** @param tagLists the tags of each digest */
export function digestStore(
  documents: Documents<QueryDigestWire>,
  tagLists: Documents<readonly QueryTagWire[]>,
): DigestStore {
  return {
    find: ({ limit, ...search }) => {
      const conditions = conditionsOf(search);
      const rest = `${conditions.map(([sql]) => `AND ${sql}`).join(" ")} ORDER BY id LIMIT ?`;
      const values = conditions.map(([, value]) => value);
      return documents.find(rest, ...values, limit);
    },
    get: (id) => documents.get(id),
    tagsOf: (id) => tagLists.get(id) ?? [],
    put: ({ tags = [], hosts = [], ...digest }) => {
      const { id } = digest;
      documents.put(digest, id);
      documents.putTerms(id, termsOf(tags, hosts));
      tagLists.put(tags, id);
    },
  };
}

type Condition = readonly [sql: string, value: SqlValue];

function conditionsOf(search: Omit<DigestSearch, "limit">): Condition[] {
  const { from, until, isNew, after, hosts, filter, tags } = search;
  const conditions: Condition[] = [];
  if (after !== undefined) conditions.push(["id > ?", after]);
  if (from !== undefined) conditions.push([`document ->> '${isNew ? "firstSeen" : "lastSeen"}' >= ?`, from]);
  if (until !== undefined) conditions.push(["document ->> 'firstSeen' <= ?", until]);
  if (hosts !== undefined) conditions.push(hasTerm(hosts.map((host) => term("host", host))));
  if (filter !== undefined) conditions.push(["document ->> 'digest' GLOB ?", globOf(filter)]);
  return [...conditions, ...tags.map((item) => hasTerm(termsOfItem(item)))];
}

function hasTerm(terms: readonly string[]): Condition {
  return [`id IN (SELECT id FROM document ${withTerms("?")})`, JSON.stringify(terms)];
}

function termsOf(tags: NonNullable<StoredDigest["tags"]>, hosts: readonly number[]): string[] {
  const ofTags = tags.flatMap(({ key, values }) => [
    term("key", key),
    ...values.flatMap((value) => [term("value", value), term("tag", key, value)]),
  ]);
  return [...ofTags, ...hosts.map((host) => term("host", host))];
}

function termsOfItem(item: TagItem): string[] {
  if ("key" in item) return [term("tag", item.key, item.value)];
  return [term("key", item.keyOrValue), term("value", item.keyOrValue)];
}

function term(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}

/** The pattern of a filter (QUERY-9): `^` anchors at the start, `$` at the end, `*` matches any text. */
function globOf(filter: string): string {
  const isAtStart = filter.startsWith("^");
  const isAtEnd = filter.length > (isAtStart ? 1 : 0) && filter.endsWith("$");
  const text = filter.slice(isAtStart ? 1 : 0, isAtEnd ? -1 : undefined).replace(/[?[]/g, "[$&]");
  return `${isAtStart ? "" : "*"}${text}${isAtEnd ? "" : "*"}`;
}
