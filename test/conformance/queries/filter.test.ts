/** The filter of the list of queries by text pattern. */
import { conformance, idsOf } from "../service";

const service = conformance();

const strings = {
  select: "select * from orders where id = ?",
  ordered: "select id from orders order by id",
  cost: "update prices set cost = cost ^ ?",
  dollar: "select $ from t",
  upper: "SELECT 1",
  caret: "^select",
  ends: "commit$",
  aa: "aa",
  aba: "aba",
};
type Name = keyof typeof strings;
// Object.keys returns string[]; the keys of this object are its names.
const names = Object.keys(strings) as Name[];
const idOf = (name: Name) => String(names.indexOf(name) + 1).padStart(16, "0");

beforeEach(() => service.add("digests", ...names.map((name) => ({ id: idOf(name), digest: strings[name] }))));

describe.each<[string, [filter: string, expected: Name[]][]]>([
  [
    "any part of the text by default",
    [
      ["orders", ["select", "ordered"]],
      ["order by", ["ordered"]],
      ["from orders", ["select", "ordered"]],
      ["select", ["select", "ordered", "dollar", "caret"]],
      ["SELECT", ["upper"]],
      ["= ?", ["select"]],
      ["no such text", []],
      [".", []],
      ["[a-z]", []],
      ["%", []],
      ["_", []],
      ["a?a", []],
      ["", names],
    ],
  ],
  [
    "a leading ^ as an anchor",
    [
      ["^select", ["select", "ordered", "dollar"]],
      ["^elect", []],
      ["^from", []],
      ["^update prices", ["cost"]],
      ["^^select", ["caret"]],
      ["^", names],
    ],
  ],
  [
    "any other ^ literally",
    [
      ["cost ^ ?", ["cost"]],
      ["t ^", ["cost"]],
      ["*^", ["cost", "caret"]],
      ["select^", []],
      ["^cost ^", []],
    ],
  ],
  [
    "a trailing $ as an anchor",
    [
      ["id$", ["ordered"]],
      ["?$", ["select", "cost"]],
      ["orders$", []],
      ["t$", ["dollar", "caret"]],
      ["commit$$", ["ends"]],
      ["commit$", []],
      ["$$", ["ends"]],
      ["$", names],
    ],
  ],
  [
    "any other $ literally",
    [
      ["t $ from", ["dollar"]],
      ["$ ", ["dollar"]],
      ["$*", ["dollar", "ends"]],
      ["$1", []],
    ],
  ],
  [
    "* as any text, including empty text",
    [
      ["select*orders", ["select", "ordered"]],
      ["select*by", ["ordered"]],
      ["orders*select", []],
      ["a*a", ["aa", "aba"]],
      ["from**orders", ["select", "ordered"]],
      ["from *orders", ["select", "ordered"]],
      ["*", names],
      ["select * from", ["select", "ordered", "dollar"]],
      ["id*id", ["ordered"]],
      ["aa*a", []],
    ],
  ],
  [
    "combinations of anchors and wildcards",
    [
      ["^select*id$", ["ordered"]],
      ["^select*?$", ["select"]],
      ["^aa$", ["aa"]],
      ["^a$", []],
      ["^a*a$", ["aa", "aba"]],
      ["^ab*ba$", []],
      ["^*orders*$", ["select", "ordered"]],
      ["^*commit", ["ends"]],
      ["^*from", ["select", "ordered", "dollar"]],
      ["from*$", ["select", "ordered", "dollar"]],
      ["^SELECT 1$", ["upper"]],
      ["^$", []],
      ["^*$", names],
    ],
  ],
])("matches %s", (_, rows) => {
  it.each(rows)("[QUERY-9] the filter %j selects %j", async (filter, expected) => {
    expect(idsOf(await service.list(`/queries?filter=${encodeURIComponent(filter)}`))).toEqual(
      expected.map(idOf),
    );
  });
});

it("[QUERY-9] an empty text matches only patterns without literals", async () => {
  const id = "f".repeat(16);
  await service.add("digests", { id, digest: "" });
  for (const filter of ["^$", "^*$", "*", "^", "$"]) {
    expect(idsOf(await service.list(`/queries?filter=${encodeURIComponent(filter)}`))).toContain(id);
  }
  expect(idsOf(await service.list("/queries?filter=a"))).not.toContain(id);
  expect(idsOf(await service.list("/queries?filter=%5E%24"))).toEqual([id]);
});

it("[QUERY-9] supports characters of any byte length, and many pieces", async () => {
  const [one, other] = ["e".repeat(16), "f".repeat(16)];
  const letters = Array.from("abcdefghijklmnopqrstuvwxyz0123456789");
  await service.add("digests", { id: one, digest: "😀 Größe 😀" }, { id: other, digest: letters.join(" ") });
  const matching = async (filter: string) =>
    idsOf(await service.list(`/queries?filter=${encodeURIComponent(filter)}`));
  for (const filter of ["^😀", "😀$", "^😀*😀$", "Größe", "^😀 Größe 😀$", "ö*😀$"])
    expect(await matching(filter)).toEqual([one]);
  for (const filter of ["^Größe", "Größe$", "^😀😀", "grösse"]) expect(await matching(filter)).toEqual([]);
  expect(await matching(letters.join("*"))).toEqual([other]);
  expect(await matching(`^${letters.join("*")}$`)).toEqual([other]);
  const [last, ...rest] = [...letters].reverse();
  expect(await matching([...rest.reverse(), last, "a"].join("*"))).toEqual([]);
});
