/** Query digests: their fields, and the filters of the list. */
import { conformance, type Fields, idsOf, noon } from "../service";

const service = conformance();
const day = 86_400;
/** An id of 16 equal digits. */
const idOf = (digit: string) => digit.repeat(16);
const [a, b, c, d] = [idOf("a"), idOf("b"), idOf("c"), idOf("d")];

/** Ids in the order of the list. */
const found = async (query: Record<string, string | number>) => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return idsOf(await service.list(`/queries?${parameters.toString()}`));
};
const add = (...digests: Fields[]) =>
  service.add("digests", ...digests.map((one) => ({ digest: "select ?", ...one })));

describe("a digest", () => {
  const tags = [
    { key: "app", values: ["cart", "shop"] },
    { key: "team", values: ["blue"] },
  ];
  const shown = {
    id: a,
    digest: "select * from cart where id = ?",
    firstSeen: noon - 500,
    lastSeen: noon - 5,
  };
  beforeEach(() => add({ ...shown, tags, hosts: [] }, { id: b, digest: "commit" }));

  it("[QUERY-1] is listed with id, text and times, and without tags", async () => {
    const plain = [shown, { id: b, digest: "commit", firstSeen: noon, lastSeen: noon }];
    expect(await service.list("/queries")).toEqual(plain);
    expect(await service.list("/queries?tags=team")).toEqual([shown]);
    expect(await service.list("/queries?tags=1")).toEqual([]);
  });

  it("[QUERY-1] has tags with keys and values when read with tags=1", async () => {
    expect(await service.list(`/queries/${a}?tags=1`)).toEqual([{ ...shown, tags }]);
    expect(await service.list(`/queries/${b}?tags=1`)).toMatchObject([{ id: b, tags: [] }]);
    for (const query of ["", "?tags=0", "?tags="])
      expect(await service.list(`/queries/${a}${query}`)).toEqual([shown]);
    expect((await service.get(`/queries/${a}?tags=team`)).status).toBe(400);
  });

  it("[QUERY-1] has an id of exactly 16 hexadecimal digits", async () => {
    for (const id of ["", "a", "a".repeat(15), "a".repeat(17), idOf("g"), `${a} `, 10]) {
      const body = { id, digest: "select ?" };
      expect((await service.control("POST", "/digests", { body })).status).toBe(400);
    }
    for (const id of idsOf(await service.list("/queries"))) expect(id).toMatch(/^[0-9a-f]{16}$/);
  });

  it("[QUERY-12] is read by its hexadecimal id, as a list of one", async () => {
    expect((await service.get(`/queries/${a}`)).json).toEqual({ data: [shown] });
    expect((await service.get(`/queries/${a.toUpperCase()}`)).json).toEqual({ data: [shown] });
    const absent = [c, "a", BigInt(`0x${a}`).toString(), `${a}a`, "%27", "*"];
    for (const id of absent) expect((await service.get(`/queries/${id}`)).status).toBe(404);
  });

  it("[QUERY-11] has a lastSeen that is accurate to a day, in both reads", async () => {
    const [{ lastSeen } = {}] = await service.list("/queries");
    expect(Math.abs(Number(lastSeen) - (noon - 5))).toBeLessThanOrEqual(day);
    expect(await service.list(`/queries/${a}`)).toMatchObject([{ lastSeen }]);
    await add({ ...shown, lastSeen: noon + 10 * day });
    expect(await service.list(`/queries/${a}`)).toMatchObject([
      { firstSeen: noon - 500, lastSeen: noon + 10 * day },
    ]);
  });

  it("[QUERY-2] has the id that its metrics contain", async () => {
    const host = await service.addHost("db-1");
    const [id] = await found({ filter: "from cart" });
    const ofQuery = `host.queries.q.${String(id)}.time_us`;
    const alert = await service.threshold({ metric: ofQuery });
    await service.report(host, 11, { metric: ofQuery });
    await service.report(host, 11, { metric: ofQuery.replace(a, b) });
    await service.advance(60);
    const [firing, ...more] = await service.firings(alert);
    expect(more).toEqual([]);
    const segment = /host\.queries\.q\.([0-9a-f]{16})\./.exec(String(firing?.message))?.[1];
    expect(await service.list(`/queries/${segment ?? ""}`)).toEqual([shown]);
  });
});

describe("the interval", () => {
  beforeEach(() =>
    add(
      { id: a, firstSeen: noon - 1000, lastSeen: noon - 800 },
      { id: b, firstSeen: noon - 700, lastSeen: noon - 300 },
      { id: c, firstSeen: noon - 200, lastSeen: noon },
      { id: d, firstSeen: 1, lastSeen: 2 },
    ),
  );

  it("[QUERY-3] selects all queries that were active in it", async () => {
    expect(await found({ from: -750, until: -250 })).toEqual([b]);
    expect(await found({ from: -600, until: -400 })).toEqual([b]);
    expect(await found({ from: -900, until: -100 })).toEqual([a, b, c]);
    expect(await found({ from: -800, until: -700 })).toEqual([a, b]);
    expect(await found({ from: -799, until: -701 })).toEqual([]);
    expect(await found({ from: noon - 300, until: noon - 200 })).toEqual([b, c]);
    expect(await found({ from: 2, until: 2 })).toEqual([d]);
  });

  it("[QUERY-3] can be open at either end", async () => {
    expect(await found({ from: -300 })).toEqual([b, c]);
    expect(await found({ from: -299 })).toEqual([c]);
    expect(await found({ until: -701 })).toEqual([a, d]);
    expect(await found({ until: -700 })).toEqual([a, b, d]);
  });

  it("[QUERY-3] is unbounded by default, in combination with other filters", async () => {
    await add({ id: d, digest: "commit", firstSeen: 1, lastSeen: 2 });
    await service.advance(10 * 365 * day);
    expect(await found({})).toEqual([a, b, c, d]);
    expect(await found({ filter: "commit" })).toEqual([d]);
    expect(await found({ from: "", until: "" })).toEqual([a, b, c, d]);
  });

  it("[QUERY-5] with new, selects queries first seen in it", async () => {
    expect(await found({ from: -600, until: -100, new: "true" })).toEqual([c]);
    expect(await found({ from: -1000, until: -700, new: "true" })).toEqual([a, b]);
    expect(await found({ from: -999, until: -701, new: "true" })).toEqual([]);
    expect(await found({ from: -700, new: "true" })).toEqual([b, c]);
    expect(await found({ until: -700, new: "true" })).toEqual([a, b, d]);
    expect(await found({ from: -600, until: -100, new: "1" })).toEqual([c]);
  });

  it("[QUERY-5] without new, or with new=false, ignores when queries were first seen", async () => {
    for (const value of ["false", "0", ""])
      expect(await found({ from: -600, until: -100, new: value })).toEqual([b, c]);
    expect((await service.get("/queries?new=perhaps")).status).toBe(400);
  });
});

describe("hosts", () => {
  beforeEach(async () => {
    for (const name of ["db-1", "db-2", "db-3", "db-12"]) await service.addHost(name);
    await add(
      { id: a, hosts: [1] },
      { id: b, hosts: [1, 2] },
      { id: c, hosts: [3, 4] },
      { id: d, hosts: [] },
    );
  });

  it("[QUERY-8] selects queries of any of the listed hosts, each once", async () => {
    expect(await found({ host: 1 })).toEqual([a, b]);
    expect(await found({ host: 2 })).toEqual([b]);
    expect(await found({ host: "2,3" })).toEqual([b, c]);
    expect(await found({ host: "1,2,4,1" })).toEqual([a, b, c]);
    expect(await found({ host: 99 })).toEqual([]);
    expect(await found({ host: "99,2" })).toEqual([b]);
    expect(await found({ host: Array.from({ length: 500 }, (_, index) => index + 2).join(",") })).toEqual([
      b,
      c,
    ]);
  });

  it("[QUERY-8] omitted or empty, selects queries of all hosts", async () => {
    expect(await found({})).toEqual([a, b, c, d]);
    expect(await found({ host: "" })).toEqual([a, b, c, d]);
  });

  it.each(["db-1", "1;2", "1,,2", "1,", "-1", "1 2"])("[QUERY-8] %j is not a list of ids", async (host) => {
    const response = await service.get(`/queries?host=${encodeURIComponent(host)}`);
    expect(response).toMatchObject({ status: 400, json: { field: "host" } });
  });
});

describe("tags", () => {
  beforeEach(() =>
    add(
      {
        id: a,
        tags: [
          { key: "app", values: ["cart", "shop"] },
          { key: "team", values: ["blue"] },
        ],
      },
      {
        id: b,
        tags: [
          { key: "app", values: ["blue"] },
          { key: "tier", values: ["a=b"] },
        ],
      },
      { id: c, tags: [{ key: "cart", values: ["app"] }] },
      { id: d },
    ),
  );

  it.each<[string, string[]]>([
    ["app=cart", [a]],
    ["app=shop", [a]],
    ["app=blue", [b]],
    ["team=blue", [a]],
    ["app", [a, b, c]],
    ["team", [a]],
    ["blue", [a, b]],
    ["cart", [a, c]],
    ["app=cart app=shop", [a]],
    ["app=cart blue", [a]],
    ["app blue", [a, b]],
    ["blue tier", [b]],
    ["app=blue team", []],
    ["team=cart", []],
    ["cart=app shop", []],
    ["tier=a=b", [b]],
    ["ap", []],
    ["App", []],
    ["=cart", []],
    ["app=", []],
    ["app  cart", [a, c]],
    ["", [a, b, c, d]],
  ])("[QUERY-10] %j selects digests with all tags", async (tags, expected) => {
    const encoded = tags.replaceAll(" ", "%20").replaceAll("=", "%3D");
    expect(idsOf(await service.list(`/queries?tags=${encoded}`))).toEqual(expected);
    expect(idsOf(await service.list(`/queries?tags=${tags.replaceAll(" ", "+")}`))).toEqual(expected);
  });
});

it("[QUERY-3] [QUERY-5] [QUERY-8] [QUERY-10] all filters are combined with AND", async () => {
  await service.addHost("db-1");
  const fits = {
    id: a,
    digest: "select 1",
    tags: [{ key: "app", values: ["x"] }],
    hosts: [1],
    firstSeen: noon - 5,
  };
  await add(
    fits,
    { ...fits, id: b, digest: "update 1" },
    { ...fits, id: c, tags: [] },
    { ...fits, id: d, hosts: [] },
    { ...fits, id: idOf("e"), firstSeen: noon - 50 },
  );
  expect(await found({ filter: "select", tags: "app=x", host: 1, from: -10, until: 0, new: "true" })).toEqual(
    [a],
  );
});
