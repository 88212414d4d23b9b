/**
 * A family of queries as it is written down here: once, with a word in braces for each literal. The digest has `?` in
 * their places, and a sample has a literal of that kind.
 */
import { hashOf } from "./chance";
import { type LiteralKind } from "./literals";

/** One program that asks queries, and where it does. */
export interface QueryGroup {
  readonly app: string;
  readonly team: string;
  readonly db: string;
  readonly user: string;
  /** As a PostgreSQL client tells it; empty for MySQL. */
  readonly applicationName: string;
  /** IDs of the hosts that its queries run on. */
  readonly hosts: readonly [number, ...number[]];
  readonly families: readonly QueryFamily[];
}

export interface QueryFamily {
  readonly table: string;
  /** What one usually takes, in seconds; undefined where no sample was caught. */
  readonly latency?: number;
  readonly template: string;
  /** Where it is not a hash of the text. */
  readonly id?: string;
  /** Days since it was first seen, and since it was last seen; otherwise it is old and still in use. */
  readonly isNewFor?: number;
  readonly isGoneFor?: number;
}

const literal = /\{(\w+)\}/g;

export function digestText({ template }: QueryFamily): string {
  return template.replace(literal, "?");
}

/** 16 hexadecimal digits. */
export function queryId(family: QueryFamily): string {
  return family.id ?? hashOf(digestText(family)).slice(0, 16);
}

/** @param literalFor called for each literal, with its place counted from 0 */
export function queryText(
  { template }: QueryFamily,
  literalFor: (kind: LiteralKind, place: number) => string,
): string {
  let place = 0;
  // A word that is no kind of literal would be seen in the samples, where a test looks for it.
  return template.replace(literal, (_, kind: LiteralKind) => literalFor(kind, place++));
}
