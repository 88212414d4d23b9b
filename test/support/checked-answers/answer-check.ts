/** Holds one answer of the emulator against the document of the interface, and says what is off. */
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { type ValidateFunction } from "ajv/dist/2020";
import { payloadQueryHeader } from "../../../src/service";
import { ApiDocument, documentFile, type ResponseRule } from "./api-document";

export interface Answer {
  readonly method: string;
  readonly path: string;
  /** Whether the request was a POST that stands for a read. */
  readonly isPayloadRead: boolean;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Headers that the document gives a meaning: where it does not name them, they must not be. */
const meaningful = ["x-vc-meta-more", "www-authenticate", "allow"];
const shownProblems = 5;

/** By JSON pointer into the document. */
type Validators = (pointer: string) => ValidateFunction | undefined;

function workerValidators(text: string): Validators {
  // Jest gives a test file a process and a require of its own, and leaves those of the worker to the worker's context.
  const worker = runInThisContext("process") as typeof process;
  const load = worker.getBuiltinModule("node:module").createRequire(__filename);
  const { validatorsOf } = load("./worker-validators.cjs") as { validatorsOf: (text: string) => Validators };
  return validatorsOf(text);
}

export class AnswerCheck {
  private readonly document: ApiDocument;
  private readonly validatorAt: Validators;

  constructor() {
    const text = readFileSync(documentFile, "utf8");
    this.document = ApiDocument.parse(text);
    this.validatorAt = workerValidators(text);
  }

  /** @returns a sentence, or undefined where the answer is as it is described */
  complaint(answer: Answer): string | undefined {
    const problems = this.problems(answer);
    if (problems.length === 0) return undefined;
    const { method, path, status, body } = answer;
    const more = problems.length > shownProblems ? `; and ${problems.length - shownProblems} more` : "";
    return (
      `${method} ${path} answered ${status}, and schemas/service.openapi.json does not allow it: ` +
      `${problems.slice(0, shownProblems).join("; ")}${more}. The body: ${body.slice(0, 300)}`
    );
  }

  private problems(answer: Answer): readonly string[] {
    const { method, path, isPayloadRead, status, headers, body } = answer;
    const rule = this.document.responseOf(method, path, status);
    if (rule === undefined) return ["no such status is described"];
    if (method === "POST" && status === 200 && !isPayloadRead) {
      return [`a POST answers 200 only with the header ${payloadQueryHeader}`];
    }
    return [
      ...this.headerProblems(rule, headers),
      ...(method === "HEAD" ? emptyProblems(body) : this.bodyProblems(rule, headers, body)),
    ];
  }

  private headerProblems(rule: ResponseRule, headers: Answer["headers"]): string[] {
    const described = rule.headers.flatMap(({ name, isRequired, schema }) => {
      const value = headers.get(name.toLowerCase());
      if (value === undefined) return isRequired ? [`the header ${name} is missing`] : [];
      return this.faults(schema, value, `the header ${name}`);
    });
    const names = rule.headers.map(({ name }) => name.toLowerCase());
    const strays = meaningful.filter((name) => headers.has(name) && !names.includes(name));
    return [...described, ...strays.map((name) => `the header ${name} is not described`)];
  }

  private bodyProblems(rule: ResponseRule, headers: Answer["headers"], body: string): string[] {
    if (rule.body === undefined) return emptyProblems(body);
    const type = headers.get("content-type");
    if (type !== "application/json") return [`the content type is ${type ?? "missing"}`];
    try {
      return this.faults(rule.body, JSON.parse(body), "body");
    } catch (error) {
      if (error instanceof SyntaxError) return ["the body is not JSON"];
      throw error;
    }
  }

  private faults(schema: string, value: unknown, subject: string): string[] {
    const validate = this.validatorAt(schema);
    if (validate === undefined) throw new Error(`there is no schema at ${schema}`);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message = "is not valid", params }) =>
      "additionalProperty" in params
        ? `${subject}${instancePath} has ${String(params.additionalProperty)}, which is not described`
        : `${subject}${instancePath} ${message}`,
    );
  }
}

function emptyProblems(body: string): string[] {
  return body === "" ? [] : ["there is a body, and none is described"];
}
