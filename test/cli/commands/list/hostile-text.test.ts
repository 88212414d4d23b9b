/** Hostile text cannot break a table or control a terminal, and is complete in JSON. */
import { commandBench, environmentOf } from "../../../support/command";
import { shopSeed } from "../../../support/emulator";
import { listIn, rowsOf } from "../../documents";

const bench = commandBench();

const hostile = [
  "two\nlines\r\n\tand a tab",
  "\u001b[2J\u001b]0;title\u0007 cleared",
  "\u009b31m red\u0085 next",
  "right \u202e to left \u2066 \u200e",
  "line\u2028separator\u2029 \ufeff\u00ad\u{e0041}",
  "halves \ud83d of a character",
  `a${"\u0301".repeat(5_000)}`,
  "漢字".repeat(40),
  `long ${"x".repeat(200_000)}`,
];
/** Characters that must not reach a terminal. */
const controls = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

async function setUp() {
  const shop = shopSeed();
  const [first] = shop.hosts;
  if (first === undefined) throw new Error("the shop has no host");
  const hosts = hostile.map((name, index) => ({ ...first, id: index + 1, name }));
  const emulator = await bench.emulator({ seed: { ...shop, hosts } });
  return environmentOf(emulator);
}

it("hostile names are escaped and truncated in a table, and rows and columns stay aligned", async () => {
  const environment = await setUp();
  const run = await bench.dbmon(["list", "hosts"], { environment });
  const rows = rowsOf(run);
  expect(rows).toHaveLength(hostile.length + 1);
  expect(run.stdout).not.toMatch(controls);
  expect(rows[1]).toContain("  two\\nlines\\r\\n\\tand a tab  ");
  expect(rows[2]).toContain("  \\u001b[2J\\u001b]0;title\\u0007 cleared  ");
  expect(rows[6]).toContain("  halves \\ud83d of a character  ");
  expect(rows[7]).not.toContain("\u0301");
  // 29 double-width characters, the ellipsis, and one column that is too narrow for another character.
  expect(rows[8]).toMatch(/ {2}[漢字]{29}… {3}os /);
  expect(rows[9]).toMatch(/ {2}long x{54}… {2}os /);
  const narrow = rows.filter((_, index) => index !== 8);
  expect(new Set(narrow.map((row) => row.search(/TYPE|os {2,}Linux/)))).toEqual(new Set([66]));
});

it("--json has the complete text, without terminal control characters", async () => {
  const environment = await setUp();
  const run = await bench.dbmon(["list", "hosts", "--json"], { environment });
  expect(run.stdout).not.toMatch(controls);
  expect(listIn(run, "hosts").map(({ name }) => name)).toEqual(hostile);
});
