/**
 * A query family: one template with a literal kind in braces for each literal, for example `where id = {id}`.
 * Its digest contains `?` instead, and a sample contains a literal of that kind.
 */
import { hashOf } from "./reproducible";
import { type LiteralKind } from "./literals";

/** The queries of one application. */
export interface QueryGroup {
  readonly app: string;
  readonly team: string;
  readonly db: string;
  readonly user: string;
  /** Application name that a PostgreSQL client reports; empty for MySQL. */
  readonly applicationName: string;
  /** Ids of the hosts that the queries run on. */
  readonly hosts: readonly [number, ...number[]];
  readonly families: readonly QueryFamily[];
}

export interface QueryFamily {
  readonly table: string;
  /** Typical latency in seconds; undefined for a query without samples. */
  readonly latency?: number;
  readonly template: string;
  /** Default: a hash of the digest. */
  readonly id?: string;
  /** Days since the query was first seen. Default: a time long ago. */
  readonly firstSeenDaysAgo?: number;
  /** Days since the query was last seen. Default: it is still in use. */
  readonly lastSeenDaysAgo?: number;
}

const literal = /\{(\w+)\}/g;

export function digestText({ template }: QueryFamily): string {
  return template.replace(literal, "?");
}

/** 16 hexadecimal digits. */
export function queryId(family: QueryFamily): string {
  return family.id ?? hashOf(digestText(family)).slice(0, 16);
}

/** @param literalFor returns the literal at a position, counted from 0 */
export function queryText(
  { template }: QueryFamily,
  literalFor: (kind: LiteralKind, position: number) => string,
): string {
  let position = 0;
  // A test checks that no sample contains the name of an unknown kind.
  return template.replace(literal, (_, kind: LiteralKind) => literalFor(kind, position++));
}
