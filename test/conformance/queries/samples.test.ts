/** Query samples: selection by query, filters, fields and detail. */
import { conformance, type Fields, noon } from "../service";

const service = conformance();
const samples = (query: string) => service.list(`/queries/samples?${query}`);
const times = async (query: string) => (await samples(query)).map(({ ts }) => ts);

beforeEach(async () => {
  for (const name of ["db-1", "db-2"]) await service.addHost(name);
});
const add = (...samples: Fields[]) =>
  service.add("samples", ...samples.map((sample) => ({ host: 1, ...sample })));

describe("the query", () => {
  const ids = [
    0n,
    1n,
    2n ** 53n - 1n,
    2n ** 53n,
    2n ** 53n + 1n,
    2n ** 63n - 1n,
    2n ** 63n,
    2n ** 64n - 2n,
    2n ** 64n - 1n,
  ];

  it("[SAMPLE-1] is selected by its id in base 10, without loss of digits", async () => {
    await add(...ids.map((id) => ({ query: id.toString(), user: `of ${id}` })));
    for (const id of ids) {
      const [sample, ...more] = await samples(`query=${id}`);
      expect(sample).toMatchObject({ query: id.toString(), user: `of ${id}` });
      expect(more).toEqual([]);
    }
  });

  it("[SAMPLE-1] has the id of its digest in base 10", async () => {
    const pairs: [string, string][] = [
      ["ffffffffffffffff", "18446744073709551615"],
      ["8000000000000000", "9223372036854775808"],
      ["0020000000000001", "9007199254740993"],
      ["0000000000000000", "0"],
    ];
    for (const [hex, decimal] of pairs) {
      await service.add("digests", { id: hex, digest: `of ${decimal}` });
      await add({ query: decimal, text: `of ${decimal}` });
    }
    for (const { id, digest } of await service.list("/queries")) {
      const [sample] = await samples(`query=${BigInt(`0x${String(id)}`)}`);
      expect(Buffer.from(String(sample?.text), "base64").toString()).toBe(digest);
    }
  });

  it.each([
    "18446744073709551616",
    "99999999999999999999",
    "-1",
    "1.0",
    "1e3",
    "ff",
    "0x1",
    "ffffffffffffffff",
  ])("[SAMPLE-1] %s is not a valid id", async (query) => {
    const response = await service.get(`/queries/samples?query=${query}`);
    expect(response).toMatchObject({ status: 400, json: { field: "query" } });
  });

  it("[SAMPLE-1] is required, and an unknown query has no samples", async () => {
    await add({ query: "7" });
    expect(await service.get("/queries/samples")).toMatchObject({ status: 400, json: { field: "query" } });
    expect(await samples("query=8")).toEqual([]);
    expect(await samples("query=007")).toHaveLength(1);
  });
});

describe("the selection", () => {
  const query = "255";
  beforeEach(() =>
    add(
      { query, ts: noon - 300 },
      { query, ts: noon - 200, host: 2 },
      { query, ts: noon - 100 },
      { query, ts: noon, host: 2 },
      { query: "256", ts: noon - 100 },
    ),
  );

  it("[SAMPLE-1] host selects samples of one host", async () => {
    expect(await times(`query=${query}&host=1`)).toEqual([noon - 100, noon - 300]);
    expect(await times(`query=${query}&host=2`)).toEqual([noon, noon - 200]);
    expect(await times(`query=${query}&host=3`)).toEqual([]);
    expect(await times(`query=${query}&host=`)).toHaveLength(4);
    expect((await service.get(`/queries/samples?query=${query}&host=db-1`)).status).toBe(400);
  });

  it("[SAMPLE-1] from and until select an interval, both ends inclusive", async () => {
    expect(await times(`query=${query}&from=-200&until=-100`)).toEqual([noon - 100, noon - 200]);
    expect(await times(`query=${query}&from=-199&until=-101`)).toEqual([]);
    expect(await times(`query=${query}&from=${noon - 100}`)).toEqual([noon, noon - 100]);
    expect(await times(`query=${query}&until=${noon - 201}&host=1`)).toEqual([noon - 300]);
  });

  it("[SAMPLE-1] limit selects the newest samples", async () => {
    expect(await times(`query=${query}&limit=1`)).toEqual([noon]);
    expect(await times(`query=${query}&limit=3`)).toEqual([noon, noon - 100, noon - 200]);
    expect(await times(`query=${query}&limit=5`)).toHaveLength(4);
    expect(await times(`query=${query}&limit=1&host=1`)).toEqual([noon - 100]);
    for (const limit of ["0", "-1", "x"]) {
      expect((await service.get(`/queries/samples?query=${query}&limit=${limit}`)).status).toBe(400);
    }
  });

  it("[SAMPLE-1] limit is 100 by default and at most 1,000", async () => {
    await add(...Array.from({ length: 1001 }, (_, index) => ({ query: "9", ts: noon - index })));
    expect(await times("query=9")).toHaveLength(100);
    expect(await times("query=9&limit=1000")).toHaveLength(1000);
    expect(await times("query=9&limit=5000")).toHaveLength(1000);
  });
});

describe("a sample", () => {
  const text = "select 'Grüße 😀' from orders where id = 7";
  const plan = { node: "Seq Scan", rows: [1, 2] };
  const fields = {
    query: "255",
    db: "shop",
    user: "cart",
    origin: "10.0.0.7:51234",
    applicationName: "",
    host: 2,
    ts: noon - 60,
    latency: 0.0125,
    truncated: true,
    plan,
    FailedRules: ["no index"],
    connectionId: "4711",
  };
  const shown = { ...fields, text: Buffer.from(text).toString("base64") };
  const { plan: _, text: __, ...brief } = shown;
  beforeEach(() => add({ ...fields, text }));

  it("[SAMPLE-2] has all fields, with the text in base64", async () => {
    const [sample, ...more] = await samples("query=255");
    expect(more).toEqual([]);
    expect(sample).toEqual(shown);
    expect(Buffer.from(String(sample?.text), "base64").toString()).toBe(text);
  });

  it("[SAMPLE-2] with only required input has all fields, with empty defaults", async () => {
    await add({ query: "1" });
    expect(await samples("query=1")).toEqual([
      {
        query: "1",
        db: "",
        user: "",
        origin: "",
        applicationName: "",
        host: 1,
        ts: noon,
        latency: 0,
        text: "",
        truncated: false,
        plan: null,
        FailedRules: null,
        connectionId: "",
      },
    ]);
  });

  it.each(["detail", "details"])(
    "[SAMPLE-3] %s 0 returns text and plan, 1 omits only these",
    async (name) => {
      expect(await samples(`query=255&${name}=0`)).toEqual([shown]);
      expect(await samples(`query=255&${name}=1`)).toEqual([brief]);
      expect(await samples(`query=255&${name}=`)).toEqual([shown]);
      for (const wrong of ["2", "-1", "true!"]) {
        expect((await service.get(`/queries/samples?query=255&${name}=${wrong}`)).status).toBe(400);
      }
    },
  );

  it("[SAMPLE-3] text and plan are returned by default", async () => {
    expect(await samples("query=255")).toEqual([shown]);
  });
});
