/** The examples and limits of requests in schemas/service.openapi.json are those of the emulator. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { cleanSeed, type EmulatorOptions } from "../../../src/emulator";
import { emulatorForEachTest, send } from "../../support/emulator";
import { documentFile } from "../../support/jest/checked-responses/api-document";
import { VirtualClock } from "../../support/virtual-clock";

const schema = z.looseObject({
  maxLength: z.int().optional(),
  maxItems: z.int().optional(),
  items: z.looseObject({ maxLength: z.int().optional() }).optional(),
  default: z.unknown().optional(),
});
const parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  example: z.union([z.string(), z.number(), z.boolean()]),
});
const operation = z.object({
  operationId: z.string(),
  description: z.string().min(1),
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ example: z.record(z.string(), z.unknown()) })) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
  security: z.array(z.record(z.string(), z.unknown())),
});
const { paths, components } = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({
      parameters: z.record(z.string(), parameter),
      schemas: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), schema).optional() })),
    }),
  })
  .parse(JSON.parse(readFileSync(documentFile, "utf8")));

const options: EmulatorOptions = { seed: cleanSeed(new VirtualClock()), propagationSeconds: 0 };
const service = emulatorForEachTest(options);

function operationsIn(order: readonly string[]) {
  return order.flatMap((method) =>
    Object.entries(paths).flatMap(([path, { [method]: described }]) =>
      described === undefined ? [] : [{ method: method.toUpperCase(), path, ...described }],
    ),
  );
}

it("the examples are requests that succeed in the demo environment", async () => {
  for (const { method, path, ...described } of operationsIn(["post", "get", "put", "delete"])) {
    const parameters = described.parameters.map((one) =>
      "$ref" in one ? parameter.parse(components.parameters[one.$ref.split("/").at(-1) ?? ""]) : one,
    );
    const of = (place: string) =>
      Object.fromEntries(
        parameters.filter((one) => one.in === place).map((one) => [one.name, String(one.example)]),
      );
    const inPath = of("path");
    const address = path.replace(/\{(\w+)\}/, (_, name: string) => inPath[name] ?? "");
    const token = "apiToken" in (described.security[0] ?? {}) ? "demo-token" : "demo-agent-token";
    const contents = Object.entries<{ example?: Record<string, unknown> }>(
      described.requestBody?.content ?? { none: {} },
    );
    for (const [type, { example }] of contents) {
      const isForm = type === "application/x-www-form-urlencoded";
      const body = isForm ? new URLSearchParams(example as Record<string, string>).toString() : example;
      const headers = { ...of("header"), ...(isForm ? { "content-type": type } : {}) };
      const query = new URLSearchParams(of("query")).toString();
      const url = `${address}?${query}`;
      const response = await send(service.emulator().url, method, url, { token, body, headers });
      const [success] = Object.keys(described.responses).filter((status) => status < "300");
      expect({ method, url, ...response }).toMatchObject({ method, url, status: Number(success) });
    }
  }
});

it("an operation has one successful response, so generated clients need no cast", () => {
  for (const { responses, path } of operationsIn(["post", "get", "put", "delete"])) {
    expect([path, Object.keys(responses).filter((status) => status < "300").length]).toEqual([path, 1]);
  }
});

/** By component: how to write the object, and the operation with an example. */
const writes = {
  AlertCreation: ["POST", "/config/alerts", "createAlert"],
  AlertInput: ["PUT", "/config/alerts/1", "updateAlert"],
  ThresholdAlertConfigInput: ["PUT", "/config/alerts/1/config", "writeAlertConfig"],
  EventAlertConfigInput: ["PUT", "/config/alerts/EVENT/config", undefined],
  EventCreation: ["POST", "/events", "createEvent"],
} as const;

const limited = Object.entries(components.schemas).flatMap(([component, { properties = {} }]) =>
  Object.entries(properties).flatMap(([field, { maxLength, maxItems, items }]) => {
    const text = (length: number) => "\u{1F600}".repeat(length);
    const element = items?.maxLength === undefined ? 1 : "x";
    const values = [
      [maxLength, text],
      [maxItems, (length: number) => Array.from({ length }, () => element)],
      [items?.maxLength, (length: number) => [text(length)]],
    ] as const;
    return values.flatMap(([limit, valueOf]) =>
      limit === undefined ? [] : [{ component, field, limit, valueOf }],
    );
  }),
);

it("describes the limits of bodies", () => {
  expect(new Set(limited.map(({ component }) => component))).toEqual(new Set(Object.keys(writes)));
  expect(limited).toHaveLength(17);
});

it.each(limited)("$component $field accepts $limit, and no more", async ({ component, field, ...rest }) => {
  const [method, path, example] = writes[component as keyof typeof writes];
  const described = operationsIn(["post", "put"]).find(({ operationId }) => operationId === example);
  const valid = described?.requestBody?.content["application/json"]?.example ?? { categories: ["deploy"] };
  const { json } = await service.get("/config/alerts");
  const { data } = z.object({ data: z.array(z.object({ id: z.int(), type: z.int() })) }).parse(json);
  const eventAlert = data.find(({ type }) => type === 1)?.id ?? 0;
  const call = { POST: service.post, PUT: service.put }[method];
  const token = component === "EventCreation" ? "demo-agent-token" : "demo-token";
  const statusWith = async (length: number) => {
    const body = { ...valid, [field]: rest.valueOf(length) };
    return (await call(path.replace("EVENT", String(eventAlert)), { token, body })).status;
  };
  expect(await statusWith(rest.limit)).toBeLessThan(300);
  expect(await statusWith(rest.limit + 1)).toBe(400);
});

it("has no defaults in bodies, because generators make such fields required", () => {
  for (const component of Object.keys(writes)) {
    for (const property of Object.values(components.schemas[component]?.properties ?? {})) {
      expect(property).not.toHaveProperty("default");
    }
  }
});
