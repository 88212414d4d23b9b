/** Validates a response of the emulator against the OpenAPI document. */
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { type ValidateFunction } from "ajv/dist/2020";
import { payloadQueryHeader } from "../../../../src/service";
import { ApiDocument, documentFile, type ResponseRule } from "./api-document";

export interface CheckedResponse {
  readonly method: string;
  readonly path: string;
  /** Whether the request was a POST that is executed as a read. */
  readonly isPayloadRead: boolean;
  readonly status: number;
  /** Names are lowercase. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Headers that the document defines for some responses. Other responses must not have them. */
const definedHeaders = ["x-vc-meta-more", "www-authenticate", "allow"];
const maxReportedProblems = 5;

/** By JSON pointer into the document. */
type Validators = (pointer: string) => ValidateFunction | undefined;

function workerValidators(text: string): Validators {
  // Jest replaces process and require in each test file. Those of the worker are in the worker's context.
  const worker = runInThisContext("process") as typeof process;
  const load = worker.getBuiltinModule("node:module").createRequire(__filename);
  const { validatorsOf } = load("./worker-validators.cjs") as { validatorsOf: (text: string) => Validators };
  return validatorsOf(text);
}

export class ResponseCheck {
  private readonly document: ApiDocument;
  private readonly validatorAt: Validators;

  constructor() {
    const text = readFileSync(documentFile, "utf8");
    this.document = ApiDocument.parse(text);
    this.validatorAt = workerValidators(text);
  }

  /** Describes the mismatches of a response; undefined if it matches the document. */
  problemWith(response: CheckedResponse): string | undefined {
    const problems = this.problems(response);
    if (problems.length === 0) return undefined;
    const { method, path, status, body } = response;
    const more =
      problems.length > maxReportedProblems ? `; and ${problems.length - maxReportedProblems} more` : "";
    return (
      `${method} ${path} returned ${status}, which does not match schemas/service.openapi.json: ` +
      `${problems.slice(0, maxReportedProblems).join("; ")}${more}. Body: ${body.slice(0, 300)}`
    );
  }

  private problems(response: CheckedResponse): readonly string[] {
    const { method, path, isPayloadRead, status, headers, body } = response;
    const rule =
      (isPayloadRead ? this.document.responseOf("GET", path, status) : undefined) ??
      this.document.responseOf(method, path, status);
    if (rule === undefined) return ["the status is not described"];
    if (method === "POST" && status === 200 && !isPayloadRead) {
      return [`a POST returns 200 only with the header ${payloadQueryHeader}`];
    }
    return [
      ...this.headerProblems(rule, headers),
      ...(method === "HEAD" ? emptyProblems(body) : this.bodyProblems(rule, headers, body)),
    ];
  }

  private headerProblems(rule: ResponseRule, headers: CheckedResponse["headers"]): string[] {
    const described = rule.headers.flatMap(({ name, isRequired, schema }) => {
      const value = headers.get(name.toLowerCase());
      if (value === undefined) return isRequired ? [`the header ${name} is missing`] : [];
      return this.validationErrors(schema, value, `the header ${name}`);
    });
    const names = rule.headers.map(({ name }) => name.toLowerCase());
    const undescribed = definedHeaders.filter((name) => headers.has(name) && !names.includes(name));
    return [...described, ...undescribed.map((name) => `the header ${name} is not described`)];
  }

  private bodyProblems(rule: ResponseRule, headers: CheckedResponse["headers"], body: string): string[] {
    if (rule.body === undefined) return emptyProblems(body);
    const type = headers.get("content-type");
    if (type !== "application/json") return [`the content type is ${type ?? "missing"}`];
    try {
      return this.validationErrors(rule.body, JSON.parse(body), "body");
    } catch (error) {
      if (error instanceof SyntaxError) return ["the body is not JSON"];
      throw error;
    }
  }

  private validationErrors(schema: string, value: unknown, subject: string): string[] {
    const validate = this.validatorAt(schema);
    if (validate === undefined) throw new Error(`The document has no schema at ${schema}.`);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message = "is not valid", params }) =>
      "additionalProperty" in params
        ? `${subject}${instancePath} has ${String(params.additionalProperty)}, which is not described`
        : `${subject}${instancePath} ${message}`,
    );
  }
}

function emptyProblems(body: string): string[] {
  return body === "" ? [] : ["the response has a body, but none is described"];
}
