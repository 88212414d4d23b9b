/** The repository of the package has one constant, from which generators write it to all files that name it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { repository } from "../../src/diagnostics/repository";

const root = resolve(__dirname, "../..");
let out: string;
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), "dbmon-repository-test-"));
  const run = (script: string) =>
    execFileSync(join(root, "node_modules/.bin/tsx"), [join(root, "scripts", script), "--out", out]);
  run("generate-repository.ts");
});
afterAll(() => {
  rmSync(out, { recursive: true });
});

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

it("each file that names it is the output of its generator", () => {
  const written = filesIn(out);
  for (const file of written)
    expect([file, readFileSync(join(out, file), "utf8")]).toEqual([
      file,
      readFileSync(join(root, file), "utf8"),
    ]);
  const published = [
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "action.yml",
    ".pre-commit-hooks.yaml",
    "package.json",
  ];
  const folders = ["docs", "ci", "schemas", "src", "scripts", "templates", "examples", ".github"];
  const all = [
    ...published,
    ...folders.flatMap((folder) =>
      filesIn(join(root, folder)).map((name) => relative(root, join(root, folder, name))),
    ),
  ];
  const naming = all.filter((file) => readFileSync(join(root, file), "utf8").includes(repository));
  expect(naming.sort()).toEqual([...written, "schemas/catalog.json", "src/diagnostics/repository.ts"].sort());
});
