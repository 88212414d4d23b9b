/** docs/internals/architecture.md names existing functions and files, and shows the import rules that the linter checks. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";

const root = resolve(__dirname, "../..");
const page = readFileSync(join(root, "docs/internals/architecture.md"), "utf8");

it("names existing files", () => {
  const files = Array.from(
    page.matchAll(/`((?:src|test|schemas|templates)\/[\w./-]*)`/g),
    ([, file = ""]) => file,
  );
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it("names functions and classes that the named files export or define", () => {
  const named = Array.from(
    page.matchAll(/`(\w+)`\s+(?:in\s+|\()`(src\/[\w./-]+)`/g),
    ([, name = "", file = ""]) => ({
      name,
      file,
    }),
  );
  expect(named.length).toBeGreaterThan(25);
  const isDefined = ({ name, file }: { name: string; file: string }) =>
    new RegExp(`^(export )?(abstract )?(async )?(function\\*? |class |const )${name}\\b`, "m").test(
      readFileSync(join(root, file), "utf8"),
    );
  expect(named.filter((one) => !isDefined(one))).toEqual([]);
});

const dependencyRules: unknown = jest.requireActual(join(root, ".dependency-cruiser.cjs"));
const ruleShape = z.object({ name: z.string(), comment: z.string().optional() });

it("lists every module with the imports that the linter allows", () => {
  const rows = Array.from(
    page.matchAll(/^\| `([\w-]+)\/` +\|[^|]*\|([^|]*)\|$/gm),
    ([, name = "", imports = ""]) => ({
      name,
      imports: imports.trim(),
    }),
  );
  const rules = z.object({ forbidden: z.array(ruleShape) }).parse(dependencyRules).forbidden;
  const allowed = rules.flatMap(({ name, comment = "" }) => {
    const [, module] = /^([\w-]+)-imports-only-down$/.exec(name) ?? [];
    const [, imports = ""] = /may import (.*)\.$/.exec(comment) ?? [];
    return module === undefined
      ? []
      : [{ name: module, imports: imports === "no other module" ? "–" : imports }];
  });
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
  expect(rows.filter(({ imports }) => imports !== "everything").sort(byName)).toEqual(allowed.sort(byName));
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(folders.map(({ name }) => name).sort());
});
