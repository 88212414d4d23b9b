/** Paging of the list of queries, including more digests than the maximum of one page. */
import { conformance, dataOf, idsOf } from "../service";

const service = conformance();
const maximum = 20_000;
const maxPages = 100;
const more = "x-vc-meta-more";
/** Timeout in milliseconds of a test with 20,001 digests. */
const patience = 60_000;
const hex = (number: number) => number.toString(16).padStart(16, "0");

/** Digests with ids from 1. Every tenth text is "commit". */
const fill = (count: number) =>
  service.add(
    "digests",
    ...Array.from({ length: count }, (_, index) => ({
      id: hex(index + 1),
      digest: index % 10 === 0 ? "commit" : "select ?",
    })),
  );

const page = async (query: string) => {
  const response = await service.get(`/queries?${query}`);
  return { ids: idsOf(dataOf(response)), more: response.headers.get(more) };
};

/** Reads the pages with offset, until the response has no header x-vc-meta-more, but no more than `maxPages`. */
async function pageThrough(query: string): Promise<{ ids: unknown[]; pages: number }> {
  const ids: unknown[] = [];
  let pages = 0;
  let hasMore = true;
  while (hasMore && pages < maxPages) {
    const next = await page(pages === 0 ? query : `${query}&offset=${String(ids.at(-1))}`);
    ids.push(...next.ids);
    hasMore = next.more !== null;
    pages += 1;
  }
  return { ids, pages };
}

describe("a few digests", () => {
  beforeEach(() => fill(25));

  it("[QUERY-4] limit is the maximum number of digests", async () => {
    expect((await page("limit=1")).ids).toEqual([hex(1)]);
    expect((await page("limit=24")).ids).toHaveLength(24);
    expect((await page("limit=25")).ids).toHaveLength(25);
    expect((await page("limit=1000")).ids).toHaveLength(25);
    expect((await page("limit=2&filter=commit")).ids).toEqual([hex(1), hex(11)]);
  });

  it.each(["0", "-1", "1.5", "ten"])("[QUERY-4] limit=%s is rejected", async (limit) => {
    const response = await service.get(`/queries?limit=${limit}`);
    expect(response).toMatchObject({ status: 400, json: { field: "limit" } });
  });

  it("[QUERY-6] offset selects digests after an id, whether the id exists or not", async () => {
    expect((await page(`offset=${hex(23)}`)).ids).toEqual([hex(24), hex(25)]);
    expect((await page(`offset=${hex(24)}&limit=5`)).ids).toEqual([hex(25)]);
    expect((await page(`offset=${hex(25)}`)).ids).toEqual([]);
    await service.add("digests", { id: "f000000000000000", digest: "rollback" });
    expect((await page(`offset=${hex(26)}`)).ids).toEqual(["f000000000000000"]);
    expect((await page("offset=EFFFFFFFFFFFFFFF")).ids).toEqual(["f000000000000000"]);
    expect((await page("offset=F000000000000000")).ids).toEqual([]);
  });

  it("[QUERY-6] offset=0 and an empty offset select the first page", async () => {
    for (const offset of ["0", "", hex(0)])
      expect((await page(`offset=${offset}&limit=2`)).ids).toEqual([hex(1), hex(2)]);
    expect((await page("offset=a&limit=1")).ids).toEqual([hex(11)]);
  });

  it.each(["g", "-1", "0x10", "1".repeat(17)])("[QUERY-6] offset=%s is not an id", async (offset) => {
    const response = await service.get(`/queries?offset=${offset}`);
    expect(response).toMatchObject({ status: 400, json: { field: "offset" } });
  });

  it("[QUERY-7] x-vc-meta-more is true only if limit omitted digests", async () => {
    expect((await page("limit=24")).more).toBe("true");
    expect((await page("limit=25")).more).toBeNull();
    expect((await page("")).more).toBeNull();
    expect((await page(`limit=10&offset=${hex(15)}`)).more).toBeNull();
    expect((await page(`limit=9&offset=${hex(15)}`)).more).toBe("true");
  });

  it("[QUERY-7] x-vc-meta-more depends on the other filters", async () => {
    expect((await page("limit=3&filter=commit")).more).toBeNull();
    expect((await page("limit=2&filter=commit")).more).toBe("true");
    expect((await page("limit=5&tags=none")).more).toBeNull();
    expect((await page("limit=1&host=1")).more).toBeNull();
  });

  it.each([1, 2, 7, 24, 25])(
    "[QUERY-6] [QUERY-7] pages of %i contain each digest exactly once",
    async (limit) => {
      const { ids, pages } = await pageThrough(`limit=${limit}`);
      expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => hex(index + 1)));
      expect(pages).toBe(Math.ceil(25 / limit));
      expect((await pageThrough(`limit=${limit}&filter=%5Ecommit`)).ids).toEqual([hex(1), hex(11), hex(21)]);
    },
  );
});

describe("more digests than the maximum of one page", () => {
  it(
    "[QUERY-4] [QUERY-7] of 20,001 digests, a page has at most 20,000 with any limit",
    async () => {
      await fill(maximum + 1);
      for (const query of ["", `limit=${maximum}`, `limit=${maximum + 1}`, "limit=1000000"]) {
        const { ids, more: isMore } = await page(query);
        expect([ids.length, ids[0], ids.at(-1), isMore]).toEqual([maximum, hex(1), hex(maximum), "true"]);
      }
      const last = await page(`limit=${maximum + 1}&offset=${hex(maximum)}`);
      expect(last).toEqual({ ids: [hex(maximum + 1)], more: null });
    },
    patience,
  );

  it(
    "[QUERY-4] [QUERY-7] 20,000 digests fit in one page",
    async () => {
      await fill(maximum);
      const { ids, more: isMore } = await page(`limit=${maximum + 1}`);
      expect([ids.length, isMore]).toEqual([maximum, null]);
    },
    patience,
  );

  it(
    "[QUERY-6] [QUERY-7] the pages contain each of 20,001 digests exactly once",
    async () => {
      await fill(maximum + 1);
      const all = Array.from({ length: maximum + 1 }, (_, index) => hex(index + 1));
      expect(await pageThrough("")).toEqual({ ids: all, pages: 2 });
      expect(await pageThrough("limit=6667")).toEqual({ ids: all, pages: 3 });
      const commits = await pageThrough("limit=500&filter=commit");
      expect(commits.ids).toEqual(all.filter((_, index) => index % 10 === 0));
      // The other digests contain both parts of the pattern in reverse order.
      const id = "f".repeat(16);
      await service.add("digests", { id, digest: "act one" });
      expect(await pageThrough("limit=10&filter=ct*e")).toEqual({ ids: [id], pages: 1 });
    },
    patience,
  );
});
