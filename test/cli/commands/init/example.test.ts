/** `dbmon init --example`: the files of each guide. test/docs/guides.long.test.ts executes the guides with them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { commandBench } from "../../../support/command";

const bench = commandBench();
const guides = resolve(__dirname, "../../../../templates/guides");

it("creates the files of a guide, and prints their paths", async () => {
  const run = await bench.dbmon(["init", "here", "--example", "accept"]);
  expect(run).toMatchObject({ code: 0, stderr: "", stdout: "Created in here: team/alerts.yaml\n" });
  const path = "team/alerts.yaml";
  expect(readFileSync(join(bench.folder(), "here", path), "utf8")).toBe(
    readFileSync(join(guides, "accept", path), "utf8"),
  );
});

it("writes nothing if one of the files exists", async () => {
  mkdirSync(join(bench.folder(), "here"));
  writeFileSync(join(bench.folder(), "here/names.tf"), "mine");
  const run = await bench.dbmon(["init", "here", "--example", "renaming"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("names.tf: The file exists. Nothing was written.");
  expect(readdirSync(join(bench.folder(), "here"))).toEqual(["names.tf"]);
});

it.each([
  ["acept", 'Did you mean "accept"?'],
  ["../yaml", "Available: "],
])("names the examples for %j", async (name, remedy) => {
  const run = await bench.dbmon(["init", "here", "--example", name]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(`There is no example named "${name}".\n  ${remedy}`);
  expect(readdirSync(bench.folder())).toEqual([]);
});
