/** Compatibility with existing clients: reads sent as POST, trailing slashes, first pages and empty parameters. */
import { allOf, lists, prepare, preparedQuery, reads } from "./interface";
import {
  agentToken,
  alertFields,
  apiToken,
  conformance,
  dataOf,
  eventFields,
  idsOf,
  thresholdFields,
} from "./service";

const service = conformance();
const asRead = { "x-vc-payload-query-string": "1" };
const form = { ...asRead, "content-type": "application/x-www-form-urlencoded" };

beforeEach(() => prepare(service));

describe("a read sent as POST", () => {
  it.each(reads)("[GEN-1] equals the read of %s", async (path) => {
    const [pathname = "", query = ""] = path.split("?");
    const plain = await service.get(path);
    expect(plain.status).toBe(200);
    for (const suffix of ["", "/"]) {
      const response = await service.post(pathname + suffix, { body: query, headers: form });
      expect([response.status, response.text]).toEqual([200, plain.text]);
    }
  });

  it.each([apiToken, agentToken])(
    "[ALERT-2] [EVENT-1] never creates anything, with any body (%s)",
    async (token) => {
      const before = await allOf(service, apiToken);
      const headers = { ...asRead, "content-type": "application/json" };
      const alert = { ...alertFields, name: "Must not be created" };
      expect(dataOf(await service.post("/config/alerts", { token, headers, body: alert }))).toHaveLength(1);
      expect((await service.post("/events?addGlobal=1", { token, headers, body: eventFields })).status).toBe(
        200,
      );
      expect((await service.post("/config/alerts", { token, headers: form, body: "" })).status).toBe(200);
      expect(await allOf(service, apiToken)).toBe(before);
    },
  );

  it("[EVENT-1] fires no alerts", async () => {
    const alert = await service.onEvents();
    const headers = { ...asRead, "content-type": "application/json" };
    await service.post("/events?addGlobal=1", { token: agentToken, headers, body: eventFields });
    expect(await service.firings(alert)).toEqual([]);
  });

  it("[QUERY-3] [QUERY-4] [QUERY-7] reads its parameters from the body", async () => {
    await service.add("digests", { id: "1".repeat(16), digest: "commit", firstSeen: 1, lastSeen: 2 });
    const post = (body: string) => service.post("/queries", { headers: form, body });
    expect(idsOf(dataOf(await post("filter=%5Ecommit")))).toEqual(["1".repeat(16)]);
    expect(idsOf(dataOf(await post("from=-10&until=0")))).toEqual([preparedQuery.hex]);
    const first = await post("limit=1");
    expect([idsOf(dataOf(first)), first.headers.get("x-vc-meta-more")]).toEqual([
      [preparedQuery.hex],
      "true",
    ]);
    const rest = await post(`offset=${preparedQuery.hex}&limit=1`);
    expect([idsOf(dataOf(rest)), rest.headers.get("x-vc-meta-more")]).toEqual([["1".repeat(16)], null]);
    expect((await post("limit=0")).status).toBe(400);
  });

  it("[AUTH-1] requires a token like the read", async () => {
    for (const path of reads) {
      const response = await service.post(path, { token: "", headers: form, body: "" });
      expect(response.status).toBe(401);
    }
  });

  it("[ALERT-2] requires the header value 1; otherwise the POST creates an object", async () => {
    const headers = { "x-vc-payload-query-string": "0" };
    expect((await service.post("/config/alerts", { headers, body: alertFields })).status).toBe(201);
    expect(await service.list("/config/alerts")).toHaveLength(2);
  });
});

describe("trailing slashes, first pages and empty parameters", () => {
  it.each(lists)("[GEN-1] %s with a trailing slash is the same list", async (path) => {
    const [pathname = "", query = ""] = path.split("?");
    expect((await service.get(`${pathname}/?${query}`)).json).toEqual((await service.get(path)).json);
  });

  it("[GEN-1] writes accept a trailing slash", async () => {
    expect((await service.post("/config/alerts/", { body: alertFields })).status).toBe(201);
    expect(
      (await service.put("/config/alerts/2/", { body: { ...alertFields, id: 2, name: "New" } })).status,
    ).toBe(200);
    expect((await service.put("/config/alerts/2/config/", { body: thresholdFields })).status).toBe(200);
    expect((await service.get("/config/alerts/2/config/")).json).toEqual(thresholdFields);
    expect((await service.delete("/config/alerts/1/")).status).toBe(204);
    expect(await service.list("/config/alerts")).toMatchObject([{ id: 2, name: "New" }]);
  });

  it("[QUERY-6] offset=0 on the first page omits nothing, not even the lowest id above 0", async () => {
    await service.add("digests", { id: "0000000000000001", digest: "begin" });
    expect(idsOf(await service.list("/queries?offset=0"))).toEqual(["0000000000000001", preparedQuery.hex]);
  });

  it("[QUERY-8] [EVENT-5] [SAMPLE-1] an empty host= selects all hosts", async () => {
    await service.postEvent("deploy", { host: 1 });
    for (const path of [
      "/queries?",
      "/events?addGlobal=1&",
      `/queries/samples?query=${preparedQuery.decimal}&`,
    ]) {
      const all = await service.list(path);
      expect(all).not.toEqual([]);
      expect(await service.list(`${path}host=`)).toEqual(all);
    }
  });

  it("[QUERY-7] the header x-vc-meta-more is omitted for a complete list", async () => {
    expect((await service.get("/queries")).headers.has("x-vc-meta-more")).toBe(false);
  });
});
