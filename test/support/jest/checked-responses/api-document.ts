/** Looks up responses in the committed OpenAPI document. Reads the file, because users get the file. */
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

export const documentFile = resolve(__dirname, "../../../../schemas/service.openapi.json");

interface HeaderRule {
  readonly name: string;
  readonly isRequired: boolean;
  /** JSON pointer to the schema. */
  readonly schema: string;
}

export interface ResponseRule {
  readonly headers: readonly HeaderRule[];
  /** JSON pointer to the schema of the body; undefined for a response without a body. */
  readonly body: string | undefined;
}

export class ApiDocument {
  private readonly paths: z.output<typeof apiDocument>["paths"];
  private readonly templates: readonly { readonly path: string; readonly pattern: RegExp }[];

  private readonly rules = new Map<string, ResponseRule | undefined>();

  constructor(readonly content: object) {
    this.paths = apiDocument.parse(content).paths;
    // A literal path has priority over a path with a parameter.
    this.templates = Object.keys(this.paths)
      .sort((one, other) => Number(one.includes("{")) - Number(other.includes("{")))
      .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`) }));
  }

  static parse(text: string): ApiDocument {
    return new ApiDocument(z.looseObject({}).parse(JSON.parse(text)));
  }

  /** The documented response for a status; undefined if the status is not documented. HEAD has the responses of GET. */
  responseOf(method: string, path: string, status: number): ResponseRule | undefined {
    const template = this.templates.find(({ pattern }) => pattern.test(path))?.path;
    if (template === undefined) return this.ruleAt(responsesToUnknownPath.get(status));
    const verb = method === "HEAD" ? "get" : method.toLowerCase();
    if (this.paths[template]?.[verb] === undefined) return this.ruleAt(responsesToUnknownMethod.get(status));
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

  /** Resolves a pointer and its references to the value and its pointer. */
  private follow(start: string): readonly [place: string, value: unknown] {
    const value = this.valueAt(start);
    const referred = reference.safeParse(value);
    return referred.success ? this.follow(referred.data.$ref.slice(1)) : [start, value];
  }

  /** @param place a JSON pointer, for example `/components/schemas/Alert` */
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

const sharedResponse = (name: string) => pointer("components", "responses", name);
const responsesToUnknownPath = new Map([
  [401, sharedResponse("Unauthorized")],
  [404, sharedResponse("NotFound")],
]);
const responsesToUnknownMethod = new Map([
  [401, sharedResponse("Unauthorized")],
  [405, sharedResponse("MethodNotAllowed")],
]);
