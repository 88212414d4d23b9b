/** `dbmon accept` that is killed, or fails, while it replaces files: the next run completes or reverts it. */
import { existsSync, linkSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../../src/emulator";
import { commandBench, environmentOf } from "../../../support/command";
import { preload } from "../../../support/programs";
import { editLive } from "../../edit-live";

const bench = commandBench();
const path = (name: string) => join(bench.folder(), name);
const fileOf = (id: number) => `team/${id}.yaml`;
const text = (id: number, policy: string) =>
  `alerts:\n  - { name: "${id}", policy: ${policy}, event: { categories: [deploy] } }\n`;
const before = (id: number) => text(id, "Every time");
const after = (id: number) => text(id, "At most once every 15 minutes");

let emulator: ServiceEmulator;

async function setUp(count: number): Promise<readonly number[]> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  emulator = await bench.emulator({ propagationSeconds: 0 });
  for (const id of ids) bench.write(fileOf(id), before(id));
  expect((await run({}, "apply", ".", "--yes", "--parallel", "1")).code).toBe(0);
  for (const id of ids) await editLive(emulator, id, { policy: 2 });
  return ids;
}

const run = (faults: Readonly<Record<string, string>>, ...args: string[]) =>
  bench.dbmon(args, {
    environment: {
      ...environmentOf(emulator),
      ...preload(require.resolve("./failing-files.cjs")),
      ...faults,
    },
  });
const accept = (faults: Readonly<Record<string, string>> = {}) => run(faults, "accept", "--no-wait", "--yes");
const contents = (ids: readonly number[]) => ids.map((id) => readFileSync(path(fileOf(id)), "utf8"));
const names = () => [...readdirSync(bench.folder()), ...readdirSync(path("team"))].sort();

it("each kill leaves all or nothing after the next run, and no other file", async () => {
  const ids = await setUp(2);
  const count = bench.write("changes", "");
  const all = names();
  expect((await accept({ COUNT_CHANGES: count })).code).toBe(0);
  const changes = Number(readFileSync(path(count), "utf8"));
  expect(changes).toBeGreaterThan(6);
  const reports: string[] = [];
  for (let killAt = 1; killAt <= changes; killAt++) {
    for (const id of ids) bench.write(fileOf(id), before(id));
    expect((await accept({ KILL_AT: String(killAt) })).code).not.toBe(0);
    const next = await accept();
    expect(next).toMatchObject({ code: 0 });
    reports.push(next.stderr);
    expect(contents(ids)).toEqual(ids.map(after));
    expect(names()).toEqual(all);
  }
  const completed = "Completed an interrupted write: team/";
  expect(reports.filter((stderr) => stderr.includes(completed))).toHaveLength(2);
});

it("100 files are replaced after a kill in their middle, and a file that was edited since then is kept", async () => {
  const ids = await setUp(100);
  // After the removal of an old journal, the draft, the contents, and the new journal.
  expect((await accept({ KILL_AT: "152" })).code).not.toBe(0);
  expect(contents(ids).filter((content) => content.includes("15 minutes"))).toHaveLength(47);
  const partial = ids.filter((id) => readFileSync(path(fileOf(id)), "utf8") === before(id));
  const [edited = 0] = partial;
  writeFileSync(path(fileOf(edited)), `${before(edited)}# edited\n`);
  const refused = await accept();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    `error: ${fileOf(edited)}: The file changed after a write was interrupted. Nothing was written.\n` +
      "  Restore it, or delete .dbmon-edits to keep it, and run again.\n",
  );
  writeFileSync(path(fileOf(edited)), before(edited));
  expect((await accept()).code).toBe(0);
  expect(contents(ids)).toEqual(ids.map(after));
  expect(names().filter((name) => name.includes("dbmon-edits"))).toEqual([]);
});

it("all files are restored if one of them cannot be replaced", async () => {
  const ids = await setUp(2);
  const all = names();
  const { code, stderr } = await accept({ FAIL_RENAME_TO: "2.yaml" });
  expect(code).toBe(1);
  expect(stderr).toContain("error: team/2.yaml: Cannot write the file: EBUSY: resource busy or locked.");
  expect(contents(ids)).toEqual(ids.map(before));
  expect(names()).toEqual(all);
});

it("a failed restoration does not hide the cause, and the next run completes the change", async () => {
  const ids = await setUp(2);
  const { code, stderr } = await accept({ FAIL_RENAME_TO: "2.yaml", FAIL_LINK: "1" });
  expect(code).toBe(1);
  expect(stderr).toContain("error: team/2.yaml: Cannot write the file: EBUSY: resource busy or locked.");
  expect(contents(ids)).toEqual([after(1), before(2)]);
  expect((await accept()).code).toBe(0);
  expect(contents(ids)).toEqual(ids.map(after));
  expect(existsSync(path(".dbmon-edits"))).toBe(false);
});

it("a journal of others moves nothing but contents beside files", async () => {
  const ids = await setUp(1);
  bench.write("target.txt", "kept");
  bench.write(
    ".dbmon-edits",
    JSON.stringify([
      { path: "target.txt", before: "" },
      { path: "new", before: "" },
    ]),
  );
  expect((await accept()).code).toBe(0);
  expect(readFileSync(path("target.txt"), "utf8")).toBe("kept");
  expect(contents(ids)).toEqual(ids.map(after));
  expect(existsSync(path("new"))).toBe(false);
});

it("a file with hard links is refused", async () => {
  const ids = await setUp(2);
  linkSync(path(fileOf(2)), path("link"));
  const linked = await accept();
  expect(linked).toMatchObject({ code: 1, stdout: "" });
  expect(linked.stderr).toContain(
    "error: team/2.yaml: The file has hard links, which an edit would separate.",
  );
  expect(contents(ids)).toEqual(ids.map(before));
});
