/** A fault as it is written in JSON: like in process, but a regular expression is `{"pattern": "..."}`. */
import { z } from "zod";
import { type ActiveFault, type Fault } from "../faults";

const pattern = z.string().refine(isPattern, "is not a regular expression");

export const faultJson = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).exactOptional(),
  path: z.union([z.string(), z.strictObject({ pattern })]).exactOptional(),
  times: z.int().positive().exactOptional(),
  when: z.enum(["before", "after-commit"]).exactOptional(),
  answer: z.union([
    z.enum(["cut", "hang"]),
    z.strictObject({
      status: z.int().min(200).max(599),
      headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/)).exactOptional(),
      body: z.json().exactOptional(),
    }),
  ]),
});

export function faultOf({ path, ...rest }: z.output<typeof faultJson>): Fault {
  if (path === undefined) return rest;
  return { ...rest, path: typeof path === "string" ? path : new RegExp(path.pattern) };
}

/** The answer's body and headers are left out: what is asked is which faults are in force. */
export function describeFault({ id, fault, remaining }: ActiveFault) {
  const { path, answer, ...rest } = fault;
  return {
    id,
    ...rest,
    ...(path === undefined ? {} : { path: typeof path === "string" ? path : { pattern: path.source } }),
    ...(remaining === undefined ? {} : { remaining }),
    answer: typeof answer === "string" ? answer : { status: answer.status },
  };
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
