/** Responses that do not match the API, from services, proxies and sign-in pages. */
import { TimeoutError, UnexpectedResponseError } from "../../src/client";
import { alertOnWire, clientBench, failureOf, json, newAlert, newConfig, token } from "./client-bench";

const bench = clientBench();

/** A client of a service with one fixed response. */
async function clientOf(status: number, body: string, headers: Record<string, string> = {}) {
  const service = await bench.serve((response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  return { ...bench.client(service.url), service };
}

it("reports an HTML page instead of JSON with a remedy", async () => {
  const html = "<!doctype html><html><head><title>Sign in</title></head><body>secret page</body></html>";
  const { client, service } = await clientOf(200, html, { "content-type": "text/html" });
  const error = await failureOf(client.listAlerts());
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error.message).toMatch(/GET \/api\/v2\/config\/alerts .*HTML page.*\n.*base URL/);
  expect(service.seen).toHaveLength(1);
});

it("reports only the title of an HTML error page", async () => {
  const html = "<html><head><title>Request blocked</title></head><body>do not show this</body></html>";
  const { client } = await clientOf(403, html, { "content-type": "text/html" });
  const { message } = await failureOf(client.listAlerts());
  expect(message).toContain('"Request blocked"');
  expect(message).not.toContain("do not show this");
});

it.each(['{"data": [{"id": 1, "na', "", "data"])("%j is neither JSON nor an empty list", async (body) => {
  const { client } = await clientOf(200, body);
  const error = await failureOf(client.listAlerts());
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error.message).toContain("not JSON");
});

it("an answer that is nested deeply is an error", async () => {
  const { client } = await clientOf(200, `{"data": [], "x": ${"[".repeat(1000)}${"]".repeat(1000)}}`);
  const error = await failureOf(client.listAlerts());
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error.message).toContain("the response is nested deeper than 200 levels.");
});

it("a byte order mark before the JSON is ignored", async () => {
  const { client } = await clientOf(200, '\ufeff{"data": []}');
  expect(await client.listAlerts()).toEqual([]);
});

it.each(["null", "{}", '{"data": null}', '{"data": {}}', '{"alerts": []}', "7"])(
  "%s is an error and not an empty list",
  async (body) => {
    const { client } = await clientOf(200, body);
    expect((await failureOf(client.listAlerts())).message).toContain("list of alerts");
  },
);

it("reports an invalid alert with its index and field", async () => {
  const { client } = await clientOf(200, JSON.stringify([alertOnWire, { ...alertOnWire, policy: "often" }]));
  expect((await failureOf(client.listAlerts())).message).toContain("alerts[1]: policy:");
});

it.each([
  ["an object with data", { data: [alertOnWire] }],
  ["a bare array", [alertOnWire]],
])("a list may be %s", async (_, body) => {
  const { client } = await clientOf(200, JSON.stringify(body));
  expect(await client.listAlerts()).toMatchObject([{ id: 7, name: "CPU high", kind: "threshold" }]);
});

it("an unsupported alert does not make the list an error", async () => {
  const later = { id: 9, name: "From the UI", type: 3 };
  const { client } = await clientOf(200, JSON.stringify({ data: [later, alertOnWire] }));
  expect(await client.listAlerts()).toMatchObject([{ ...later, kind: "unknown" }, { kind: "threshold" }]);
});

it.each([{ id: 3 }, { data: { id: "3" } }, { data: [{ id: 3, name: null }] }])(
  "accepts %j as the response of a creation",
  async (body) => {
    const { client, service } = await clientOf(201, JSON.stringify(body));
    expect(await client.createAlert(newAlert)).toEqual({ ...newAlert, id: 3, unknownFields: {} });
    expect(JSON.parse(service.seen[0]?.body ?? "")).toEqual({ ...alertOnWire, id: undefined });
  },
);

it("accepts options with only IDs and with unknown fields", async () => {
  const { client } = await clientOf(200, JSON.stringify([{ id: 1 }, { id: 2, name: null, every: 60 }]));
  expect(await client.listPolicies()).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await client.listDurations()).toEqual([{ id: 1 }, { id: 2 }]);
});

it("keeps unknown fields of an alert", async () => {
  const { client } = await clientOf(200, JSON.stringify([{ ...alertOnWire, owner: { team: "dba" } }]));
  expect(await client.listAlerts()).toMatchObject([{ unknownFields: { owner: { team: "dba" } } }]);
});

it("drops the settings of a destination", async () => {
  const destination = { id: 4, name: "Hook", config: { secret_key: ["hush"] }, extra: "hush" };
  const { client } = await clientOf(200, JSON.stringify({ data: [destination] }));
  expect(JSON.stringify(await client.listDestinations())).not.toContain("hush");
});

it("an incomplete list is an error", async () => {
  const { client } = await clientOf(200, '{"data": []}', { "x-vc-meta-more": "true" });
  const error = await failureOf(client.listAlerts());
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error.message).toContain("incomplete");
});

it("a list with the header false is complete", async () => {
  const { client } = await clientOf(200, '{"data": []}', { "x-vc-meta-more": "false" });
  expect(await client.listAlerts()).toEqual([]);
});

it.each([
  ["404", 404, '{"error": "none"}'],
  ["{}", 200, "{}"],
  ["null", 200, "null"],
  ["empty filters", 200, '{"hosts": [], "host_types": []}'],
  ["nulls", 200, '{"metric": null, "trigger": null}'],
  ["no content", 204, ""],
])("%s means that no configuration was ever written", async (_, status, body) => {
  const { client } = await clientOf(status, body);
  expect(await client.readAlertConfig(7, "threshold")).toBeUndefined();
});

it.each([
  ["part of a configuration", "threshold", { metric: "m", trigger: 1 }],
  ["one of the other kind", "threshold", { categories: ["deploy"] }],
  ["one of the other kind", "event", { metric: "m" }],
  ["no object", "event", [1]],
] as const)("%s is an error and does not mean absent", async (_, kind, body) => {
  const { client } = await clientOf(200, JSON.stringify(body));
  const error = await failureOf(client.readAlertConfig(7, kind));
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error.message).toContain("configuration of alert 7");
});

it.each(["", "OK", '{"anything": true}', "<html></html>"])(
  "accepts %j as the response of a PUT or DELETE",
  async (body) => {
    const { client, service } = await clientOf(200, body);
    await client.writeAlertConfig(7, newConfig);
    await client.deleteAlert(7);
    expect(service.seen.map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
  },
);

it("a redirect to another origin is refused without sending the token", async () => {
  const other = await bench.serve((response) => {
    json(response, 200, []);
  });
  const { client, service } = await clientOf(307, "", { location: `${other.url}/api/v2/config/alerts` });
  const error = await failureOf(client.listAlerts());
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error.message).toContain("redirects");
  expect([service.seen.length, other.seen.length]).toEqual([1, 0]);
});

it("a read follows a redirect on the same origin with the token", async () => {
  const service = await bench.serve((response, { path }) => {
    if (path.endsWith("/")) json(response, 200, []);
    else response.writeHead(301, { location: `${path}/` }).end();
  });
  expect(await bench.client(service.url).client.listAlerts()).toEqual([]);
  expect(service.seen.map(({ headers }) => headers.authorization)).toEqual(
    Array.from({ length: 2 }, () => `Bearer ${token}`),
  );
});

it("a redirect loop and an invalid location are errors", async () => {
  const circle = await bench.serve((response, { path }) => response.writeHead(302, { location: path }).end());
  expect(await failureOf(bench.client(circle.url).client.listAlerts())).toBeInstanceOf(
    UnexpectedResponseError,
  );
  expect(circle.seen).toHaveLength(4);
  const { client } = await clientOf(301, "", { location: "http://[" });
  expect(await failureOf(client.listAlerts())).toBeInstanceOf(UnexpectedResponseError);
});

it("a write follows no redirect, not even on the same origin", async () => {
  const { client, service } = await clientOf(307, "", { location: "/elsewhere" });
  expect(await failureOf(client.deleteAlert(1))).toBeInstanceOf(UnexpectedResponseError);
  expect(service.seen).toHaveLength(1);
});

it("a read without a response times out and is retried", async () => {
  const service = await bench.serve((response, _request, count) => {
    if (count > 1) json(response, 200, []);
  });
  const { client } = bench.client(service.url, { requestTimeout: 60 });
  expect(await client.listAlerts()).toEqual([]);
  // A busy machine may respond too late to a retry, too.
  expect(service.seen.length).toBeGreaterThan(1);
});

it("an incomplete response times out", async () => {
  const service = await bench.serve((response) => {
    response.writeHead(200).write("[");
  });
  const { client } = bench.client(service.url, { requestTimeout: 1000, maxRetries: 0 });
  expect(await failureOf(client.listAlerts())).toBeInstanceOf(TimeoutError);
});

it.each([
  ["a message", JSON.stringify({ error: `bad token ${token}` })],
  ["text", `no ${token} here, ${token}`],
  ["an HTML title", `<html><title>${token}</title></html>`],
  ["base64", `seen ${btoa(token)}`],
  ["base64 of its header", `seen ${btoa(`Bearer ${token}`)}`],
  ["base64 of a longer text", `seen ${btoa(`user:${token}:`)}`],
])("redacts a token that the service echoes in %s", async (_, body) => {
  const { client } = await clientOf(401, body);
  const error = await failureOf(client.listAlerts());
  const { problems } = error as Error & { problems?: unknown };
  const told = `${error.message} ${error.stack ?? ""} ${JSON.stringify(problems)}`;
  expect(told).not.toContain(token);
  // Nor is it in what someone would decode.
  const words = told.match(/[\w+/=-]{8,}/g) ?? [];
  expect(words.map((word) => Buffer.from(word, "base64").toString()).join()).not.toContain(token);
  expect(error.message).toContain("[secret]");
});

it.each([
  JSON.stringify({ error: { code: 9, seen: `Bearer ${token}` } }),
  JSON.stringify({ data: [{ config: { secret_key: [token] } }] }),
  `[{"config": {"secret_key": ["${token}"`,
])("never quotes a body of another format: %s", async (body) => {
  const { client } = await clientOf(401, body);
  const { message } = await failureOf(client.listAlerts());
  expect(message).not.toContain("The service responded");
});

it("quotes the error message in one line, shortened, without control characters", async () => {
  const { client } = await clientOf(400, JSON.stringify({ message: `no\n\u001b[31m${"x".repeat(5000)}` }));
  const { message } = await failureOf(client.listAlerts());
  expect(message).toContain('The service responded: "no [31mxxx');
  expect(message.length).toBeLessThan(700);
});
