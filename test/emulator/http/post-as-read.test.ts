/** A read that is sent as POST with its query parameters in the body. */
import { request } from "node:http";
import { endpoints, payloadQueryHeader } from "../../../src/service";
import { cpuAlert, cpuConfig, emulatorForEachTest, type Send } from "../../support/emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";
const reads = { [payloadQueryHeader]: "1" };
const read = (path: string, { headers = {}, ...options }: Send = {}) =>
  service.post(path, { ...options, headers: { ...reads, "content-type": "text/plain", ...headers } });

const required = new Map([
  ["/queries/samples", "query=1"],
  ["/events", "addGlobal=1"],
]);

beforeEach(async () => {
  const body = [1, 2, 3].map((id) => ({ id: String(id).repeat(16), digest: `select ${id}` }));
  expect((await service.control("POST", "/digests", { body })).status).toBe(201);
});

async function everyRead() {
  await service.post(alerts, { body: cpuAlert });
  await service.put(`${alerts}/1/config`, { body: cpuConfig });
  return Object.values(endpoints)
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path.replace("{alert_id}", "1").replace("{query_id}", "1".repeat(16)))
    .map((path) => ({ path, query: required.get(path) ?? "" }));
}

it("equals the GET at every readable path, indented or not", async () => {
  for (const { path, query } of await everyRead()) {
    for (const headers of [{}, { "x-indent": "true" }]) {
      const plain = await service.get(`${path}?${query}`, { headers });
      expect(plain.status).toBe(200);
      expect(await read(path, { body: query, headers })).toMatchObject({ status: 200, text: plain.text });
      expect(await read(`${path}/?${query}`, { headers })).toMatchObject({ status: 200, text: plain.text });
    }
  }
});

it.each(["demo-token", "demo-agent-token"])("never creates anything (%s)", async (token) => {
  const event = { start: 1_793_610_000, type: "deploy", message: "Deployed" };
  const before = (await service.get("/events?addGlobal=1")).json;
  const headers = { "content-type": "application/json" };
  const list = await read(alerts, { token, headers, body: cpuAlert });
  expect(list).toMatchObject({ status: 200, json: { data: [] } });
  expect((await read("/events?addGlobal=1", { token, headers, body: event })).json).toEqual(before);
  expect((await service.get(alerts)).json).toEqual({ data: [] });
  expect((await service.get("/events?addGlobal=1")).json).toEqual(before);
});

it("accepts parameters with any content type", async () => {
  const nested = await service.get("/hosts?nest=tags");
  expect(nested.json).not.toEqual((await service.get("/hosts")).json);
  for (const type of [
    "application/x-www-form-urlencoded",
    "application/json",
    "text/plain; charset=latin1",
    "",
  ]) {
    const response = await read("/hosts", { body: "x=%20&nest=t%61gs&y", headers: { "content-type": type } });
    expect(response.json).toEqual(nested.json);
  }
});

it("accepts a JSON object, whose lists are those of the URL", async () => {
  const environment = service.emulator().environment();
  for (const [index, hosts] of [[1], [2], [1, 2]].entries()) {
    environment.add("digests", {
      id: `a${index}`.padStart(16, "0"),
      digest: `insert ${index}`,
      hosts,
      tags: [
        { key: "app", values: [`shop-${index}`] },
        { key: "env", values: ["test"] },
      ],
    });
  }
  const same: [unknown, string][] = [
    [{ host: [2] }, "host=2"],
    [{ host: [1, 2], limit: 1, new: false }, "host=1,2&limit=1&new=false"],
    [{ host: 1, filter: "insert", offset: null }, "host=1&filter=insert"],
    [{ tags: ["app=shop-0", "env"], unknown: { a: [1] } }, "tags=app%3Dshop-0%20env"],
    [{ host: [] }, ""],
    [{}, ""],
    [{ host: { id: 2 } }, "host=%7B%22id%22%3A2%7D"],
  ];
  for (const [body, query] of same) {
    const plain = await service.get(`/queries?${query}`);
    const response = await read("/queries", { body, headers: { "content-type": "application/json" } });
    expect(response).toMatchObject({ status: plain.status, json: plain.json });
  }
  const ofHost = (await service.get("/queries?host=2")).json;
  expect(ofHost).not.toEqual((await service.get("/queries")).json);
  expect((await read("/queries", { body: ' {"host":[2]}' })).json).toEqual(ofHost);
  for (const body of ['{"host":[2]', '{"__proto__":1}', `{"host":${"[".repeat(40)}${"]".repeat(40)}}`]) {
    expect((await read("/queries", { body })).status).toBe(400);
  }
});

it("uses the parameters of the URL first, then those of the body", async () => {
  const count = async (address: string, body: string) =>
    ((await read(`/queries${address}`, { body })).json as { data: unknown[] }).data.length;
  expect(await count("", "limit=3")).toBe(3);
  expect(await count("?limit=2", "limit=3")).toBe(2);
  expect(await count("?new=false", "limit=3&limit=1")).toBe(3);
});

it("returns the same errors as the GET", async () => {
  const headers = { "x-indent": "true" };
  const plain = await service.get("/hosts?nest=all", { headers });
  expect(await read("/hosts", { body: "nest=all", headers })).toMatchObject({
    status: 400,
    text: plain.text,
  });
  const unknown = await service.get(`${alerts}/9/config`, { headers });
  expect(await read(`${alerts}/9/config`, { headers })).toMatchObject({ status: 404, text: unknown.text });
  expect((await read("/hosts", { token: "wrong" })).status).toBe(401);
});

it("rejects a body that is too large or not UTF-8", async () => {
  const limit = 1024 * 1024;
  expect((await read("/hosts", { body: `x=${"y".repeat(limit - 2)}` })).status).toBe(200);
  expect((await read("/hosts", { body: `x=${"y".repeat(limit - 1)}` })).status).toBe(413);
  expect((await read("/hosts", { body: new Uint8Array([120, 61, 0xff]) })).status).toBe(400);
});

it("is an ordinary POST at a path that cannot be read", async () => {
  for (const headers of [{}, { "x-indent": "true" }]) {
    const plain = await service.post(`${alerts}/1`, { body: "x", headers });
    const response = await read(`${alerts}/1`, { body: "x", headers });
    expect(response).toMatchObject({ status: 405, text: plain.text });
    expect(response.headers.get("allow")).toBe(plain.headers.get("allow"));
  }
  expect((await read("/nothing")).status).toBe(404);
});

it("requires the header value 1 and the method POST", async () => {
  for (const [index, value] of ["0", "true", "", "11"].entries()) {
    const body = { ...cpuAlert, name: `Alert ${index}` };
    const headers = { [payloadQueryHeader]: value };
    expect((await service.post(alerts, { body, headers })).status).toBe(201);
    expect((await service.post("/hosts", { body: "", headers })).status).toBe(405);
  }
  const renamed = { id: 1, ...cpuAlert };
  expect((await service.put(`${alerts}/1`, { body: renamed, headers: reads })).json).toEqual(renamed);
  expect((await service.get(alerts, { headers: reads })).status).toBe(200);
  expect((await service.delete(`${alerts}/1`, { headers: reads })).status).toBe(204);
});

it("does not change HEAD", async () => {
  const head = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const options = { method: "HEAD", headers: { authorization: "Bearer demo-token", ...headers } };
      request(`${service.emulator().url}/api/v2${alerts}`, options, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers["content-type"]]);
      })
        .on("error", reject)
        .end();
    });
  expect(await head({})).toEqual([200, "application/json"]);
  expect(await head(reads)).toEqual([200, "application/json"]);
});

it("is logged as sent", async () => {
  await read("/hosts?x=1", { body: "nest=tags" });
  expect(service.emulator().requests.list()).toMatchObject([
    { method: "POST", path: "/api/v2/hosts", query: "?x=1", body: "nest=tags", status: 200 },
  ]);
});
