/**
 * The committed description of the service's interface, as a test looks things up in it: which answers it gives for a
 * method and a path. Read as a file, because the file is what users get.
 */
import { resolve } from "node:path";
import * as z from "zod";

const headerObject = z.looseObject({ required: z.boolean().optional() });
const reference = z.object({ $ref: z.string() });
const response = z.looseObject({
  headers: z.record(z.string(), z.union([reference, headerObject])).optional(),
  content: z.record(z.string(), z.unknown()).optional(),
});
const operation = z.looseObject({ responses: z.record(z.string(), z.union([reference, response])) });
const apiDocument = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

export const documentFile = resolve(__dirname, "../../../schemas/service.openapi.json");

export interface HeaderRule {
  readonly name: string;
  readonly isRequired: boolean;
  /** JSON pointer to its schema. */
  readonly schema: string;
}

export interface ResponseRule {
  readonly headers: readonly HeaderRule[];
  /** JSON pointer to the schema of the body; undefined where there is none. */
  readonly body: string | undefined;
}

export class ApiDocument {
  private readonly paths: z.output<typeof apiDocument>["paths"];
  private readonly templates: readonly { readonly path: string; readonly pattern: RegExp }[];

  private readonly rules = new Map<string, ResponseRule | undefined>();

  constructor(readonly content: object) {
    this.paths = apiDocument.parse(content).paths;
    // A path that is written out comes before one with a parameter in its place.
    this.templates = Object.keys(this.paths)
      .sort((one, other) => Number(one.includes("{")) - Number(other.includes("{")))
      .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`) }));
  }

  static parse(text: string): ApiDocument {
    return new ApiDocument(z.looseObject({}).parse(JSON.parse(text)));
  }

  /** The answer that is documented for a status; undefined where there is none. HEAD is a GET. */
  responseOf(method: string, path: string, status: number): ResponseRule | undefined {
    const template = this.templates.find(({ pattern }) => pattern.test(path))?.path;
    if (template === undefined) return this.ruleAt(elsewhere.get(status));
    const verb = method === "HEAD" ? "get" : method.toLowerCase();
    if (this.paths[template]?.[verb] === undefined) return this.ruleAt(otherMethod.get(status));
    return this.ruleAt(pointer("paths", template, verb, "responses", String(status)));
  }

  private ruleAt(start: string | undefined): ResponseRule | undefined {
    if (start === undefined) return undefined;
    if (!this.rules.has(start)) this.rules.set(start, this.readRule(start));
    return this.rules.get(start);
  }

  private readRule(start: string): ResponseRule | undefined {
    const [place, value] = this.follow(start);
    if (value === undefined) return undefined;
    const { headers = {}, content } = response.parse(value);
    return {
      headers: Object.keys(headers).map((name) => this.headerAt(name, place + pointer("headers", name))),
      body: content && place + pointer("content", "application/json", "schema"),
    };
  }

  private headerAt(name: string, start: string): HeaderRule {
    const [place, value] = this.follow(start);
    return {
      name,
      isRequired: headerObject.parse(value).required === true,
      schema: place + pointer("schema"),
    };
  }

  /** What a pointer leads to, references included, and where that is. */
  private follow(start: string): readonly [place: string, value: unknown] {
    const value = this.valueAt(start);
    const referred = reference.safeParse(value);
    return referred.success ? this.follow(referred.data.$ref.slice(1)) : [start, value];
  }

  /** @param place a JSON pointer: /components/schemas/Alert */
  valueAt(place: string): unknown {
    return place
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>(
        (inside, step) =>
          typeof inside === "object" && inside !== null
            ? (Object.getOwnPropertyDescriptor(inside, step)?.value as unknown)
            : undefined,
        this.content,
      );
  }
}

function pointer(...steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const refusal = (name: string) => pointer("components", "responses", name);
/** What a path that is not in the document answers, and a method that a path does not have. */
const elsewhere = new Map([
  [401, refusal("Unauthorized")],
  [404, refusal("NotFound")],
]);
const otherMethod = new Map([
  [401, refusal("Unauthorized")],
  [405, refusal("MethodNotAllowed")],
]);
