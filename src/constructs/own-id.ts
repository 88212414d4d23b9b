/** Ids that the service gives: whole numbers that are not negative, or tokens of what Terraform looks up. */
import { Token } from "cdktf";

/** @throws Error naming what was given */
export function ownId(what: string, id: number): number {
  if (isPossibleId(id)) return id;
  throw new Error(`The id of ${what} is a whole number that is not negative; ${String(id)} was given.`);
}

export function isPossibleId(id: number): boolean {
  return Token.isUnresolved(id) || (Number.isSafeInteger(id) && id >= 0);
}
