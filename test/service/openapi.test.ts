/** schemas/service.openapi.json is valid and complete OpenAPI. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import { ApiDocument, documentFile } from "../support/jest/checked-responses/api-document";
import { interfaceTable, resourceFields } from "./interface-table";

const validator = resolve(
  __dirname,
  "../../node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js",
);
const document = ApiDocument.parse(readFileSync(documentFile, "utf8"));

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  description: z.string(),
});
const operation = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])),
  requestBody: z.object({ required: z.boolean(), content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const { paths, components } = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({
      schemas: z.record(
        z.string(),
        z.object({
          description: z.string(),
          properties: z.record(z.string(), z.looseObject({ description: z.string() })).optional(),
        }),
      ),
    }),
  })
  .parse(document.content);

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries<unknown>({ ...value }).flatMap(([key, inside]) =>
    key === "$ref" && typeof inside === "string" ? [inside] : refsIn(inside),
  );
}

function danglingRefs(api: ApiDocument): string[] {
  return refsIn(api.content).filter(
    (ref) => !ref.startsWith("#/") || api.valueAt(ref.slice(1)) === undefined,
  );
}

/** Names of path or query parameters, with `!` for required ones. */
function parametersOf({ parameters }: z.output<typeof operation>, place: string): string[] {
  return parameters.flatMap((one) =>
    "$ref" in one || one.in !== place ? [] : [`${one.name}${one.required ? "!" : ""}`],
  );
}

describe("the validator", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "dbmon-openapi-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const validate = (file: string) => spawnSync(process.execPath, [validator, file], { encoding: "utf8" });

  it("accepts the document", () => {
    const { status, stdout } = validate(documentFile);
    expect(JSON.parse(stdout)).toEqual({ valid: true });
    expect(status).toBe(0);
  });

  it.each([
    ["a version that there is not", { openapi: "4.0.0" }],
    ["no title", { info: { version: "2" } }],
    ["a parameter in no place", { paths: { "/x": { get: { parameters: [{ name: "y", in: "body" }] } } } }],
    ["a response without a description", { components: { responses: { Bad: { content: {} } } } }],
  ])("refuses a document with %s", (_, change) => {
    const file = join(folder, "broken.json");
    writeFileSync(file, JSON.stringify({ ...document.content, ...change }));
    const { status, stdout } = validate(file);
    expect(JSON.parse(stdout)).toMatchObject({ valid: false });
    expect(status).toBe(1);
  });
});

it("has no dangling references", () => {
  expect(refsIn(document.content).length).toBeGreaterThan(50);
  expect(danglingRefs(document)).toEqual([]);
  const stray = { $ref: "#/components/schemas/Nothing" };
  expect(danglingRefs(new ApiDocument({ ...document.content, stray }))).toEqual([stray.$ref]);
});

it.each(interfaceTable)("has $method $path with its parameters and its body", (row) => {
  const described = paths[`/api/v2${row.path}`]?.[row.method.toLowerCase()];
  if (described === undefined) throw new Error("it is not in the document");
  expect(parametersOf(described, "path")).toEqual(
    [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}!`),
  );
  expect(parametersOf(described, "query")).toEqual(row.query);
  expect(described.requestBody?.content["application/json"] !== undefined).toBe(row.hasBody);
  expect(described.responses).toHaveProperty(row.status);
  const tokens = described.security.flatMap((one) => Object.keys(one));
  expect(tokens).toEqual(row.tokens);
});

it("has no other operations except reads by POST", () => {
  const wanted = interfaceTable.map(({ method, path }) => `${method} /api/v2${path}`);
  const others = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => !wanted.includes(`${method.toUpperCase()} ${path}`))
      .map(([method, { operationId }]) => {
        const read = item.get?.operationId ?? "none";
        expect([method, operationId]).toEqual(["post", `${read}ByPost`]);
      }),
  );
  expect(others).toHaveLength(9);
});

it("gives each operation a unique name", () => {
  const names = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

it.each(Object.entries(resourceFields))("describes every field of %s", (name, fields) => {
  expect(Object.keys(components.schemas[name]?.properties ?? {})).toEqual(
    expect.arrayContaining([...fields]),
  );
});

it("declares the header for more results exactly on paged lists", () => {
  const paged = Object.entries(paths).flatMap(([path, { get }]) =>
    JSON.stringify(get?.responses ?? {}).includes("x-vc-meta-more") ? [path] : [],
  );
  expect(paged.sort()).toEqual(["/api/v2/events", "/api/v2/queries"]);
});
