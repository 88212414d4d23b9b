/** docs/internals/architecture.md names existing functions and files, and every module. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

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

it("lists every module", () => {
  const [, modules = ""] = page.split("\n## Modules\n");
  const [list = ""] = modules.split("\n## ");
  const names = Array.from(list.matchAll(/^- `([\w-]+)\/`: /gm), ([, name = ""]) => name);
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(names.sort()).toEqual(folders.map(({ name }) => name).sort());
});
