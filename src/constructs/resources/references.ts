/** References to objects of the service, by name or by ID. The provider resolves them during the plan. */
import { Token } from "cdktf";
import * as z from "zod";
import { alertAttributes } from "../../service";
import { requireValid, rule } from "../validation/validate";
import { hasMember, literal, mapList } from "./arguments";

const id = alertAttributes.policy;
const nonEmpty = z.string().min(1);

/** The argument for a reference. Numbers have become strings, unless they are invalid. */
export const nameOrId = z.custom(
  (value) => typeof value === "string" && value !== "",
  rule("Must be a name, or an integer from 0 to 2^53 − 1."),
);

/** @param kind the kind of object, with its article: "a host" @throws Error if the ID is invalid */
export function idText(kind: string, value: number): string {
  return textOf(requireValid(`The ID of ${kind}`, id, value)) as string;
}

/** @param kind the kind of object, with its article: "a host" @throws Error if the name is not a string, or is empty */
export function nameText(kind: string, name: string): string {
  return requireValid(`The name of ${kind}`, nonEmpty, name);
}

/** The argument for a reference such as a `Host`, a name or an ID. An invalid value is kept. */
export function referenceOf(reference: unknown, key: string): string | undefined {
  return textOf(hasMember(reference, key) ? reference[key] : reference) as string | undefined;
}

export function referenceListOf(
  references: readonly unknown[] | undefined,
  key: string,
): string[] | undefined {
  return mapList(references, (reference) => referenceOf(reference, key) as string);
}

function textOf(value: unknown): unknown {
  if (typeof value === "string") return literal(value);
  if (typeof value !== "number") return value;
  if (Token.isUnresolved(value)) return Token.asString(value);
  return id.safeParse(value).success ? String(value) : value;
}
