/** What a value has to be, for those whose compiler does not say so. Tokens are skipped. */
import { Token } from "cdktf";
import { hintForName, quote } from "../diagnostics";
import { alertLevels } from "../service";
import { isPossibleId } from "./own-id";

/** The value as its author wrote it. */
export function shown(value: unknown): string {
  return typeof value === "string" ? quote(value) : String(value);
}

export function checkId(field: string, id: number): string[] {
  if (isPossibleId(id)) return [];
  return [`${field}: ${shown(id)} is not an id. An id is a whole number that is not negative.`];
}

export function checkIds(field: string, ids: readonly number[] | undefined): string[] {
  if (ids === undefined || Token.isUnresolved(ids)) return [];
  return ids.flatMap((id) => checkId(field, id));
}

export function checkText(field: string, text: unknown): string[] {
  return typeof text === "string" || Token.isUnresolved(text)
    ? []
    : [`${field}: ${shown(text)} is not a text.`];
}

export function checkLevel(field: string, level: unknown): string[] {
  if (Token.isUnresolved(level) || alertLevels.some((one) => one === level)) return [];
  return [
    `${field}: ${shown(level)} is not a level. ${hintForName(typeof level === "string" ? level : "", alertLevels)}`,
  ];
}
