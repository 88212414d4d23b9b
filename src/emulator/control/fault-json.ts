/** The JSON format of a fault. It equals the in-process format, except that a RegExp is `{"pattern": "..."}`. */
import * as z from "zod";
import { type ActiveFault, validateFault, type Fault } from "../faults";

const pattern = z.string().refine(isPattern, "is not a regular expression");

const response = z.union([
  z.enum(["cut", "hang", "cut-in-body", "truncated", "garbage"]),
  z.strictObject({ keep: z.number() }),
  z.strictObject({
    status: z.int().min(200).max(599),
    headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/)).exactOptional(),
    body: z.json().exactOptional(),
  }),
]);

export const faultJson = z
  .strictObject({
    method: z.enum(["GET", "POST", "PUT", "DELETE"]).exactOptional(),
    path: z.union([z.string(), z.strictObject({ pattern })]).exactOptional(),
    nth: z.number().exactOptional(),
    times: z.number().exactOptional(),
    latencyMs: z.number().exactOptional(),
    when: z.enum(["before", "after-commit"]).exactOptional(),
    answer: response.exactOptional(),
  })
  .superRefine((fault, context) => {
    const defect = validateFault(fault);
    if (defect !== undefined) {
      context.addIssue({ code: "custom", path: defect.path, message: defect.problem });
    }
  });

export function faultOf({ path, ...rest }: z.output<typeof faultJson>): Fault {
  if (path === undefined) return rest;
  return { ...rest, path: typeof path === "string" ? path : new RegExp(path.pattern) };
}

/** Omits the body and headers of the response. */
export function describeFault({ id, fault, remaining }: ActiveFault) {
  const { path, answer, ...rest } = fault;
  return {
    id,
    ...rest,
    ...(path === undefined ? {} : { path: typeof path === "string" ? path : { pattern: path.source } }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(answer === undefined ? {} : { answer: describeResponse(answer) }),
  };
}

function describeResponse(answer: NonNullable<Fault["answer"]>) {
  if (typeof answer === "string" || "keep" in answer) return answer;
  return { status: answer.status };
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
