/** The files of a source: a folder with its subfolders, each file once, without the files of other tools. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { alertNamed, definitionsFolder } from "./definitions-folder";

const folder = definitionsFolder();

const one = (name: string) => `alerts:\n${alertNamed(name)}`;
const alertNames = (...sources: string[]) => folder.load(...sources).alerts.map(({ name }) => name);

it("a folder includes the files of its subfolders, ordered by name", () => {
  folder.write("t/b.yaml", one("B"));
  folder.write("t/c/d.yml", one("D"));
  folder.write("t/c/deep/e.JSON", '{"alerts": [{"name": "E", "policy": 1, "event": {"categories": ["x"]}}]}');
  folder.write("t/a.yaml", one("A"));
  folder.write("t/f.yaml/g.yaml", one("G"));
  expect(folder.problems("t")).toEqual([]);
  expect(alertNames("t")).toEqual(["A", "B", "D", "E", "G"]);
});

it("files of other tools are ignored in a folder", () => {
  folder.write("t/a.yaml", one("A"));
  const others = [
    "package.json",
    "package-lock.json",
    "tsconfig.build.json",
    "cdktf.json",
    "docker-compose.yml",
  ];
  for (const name of [
    ...others,
    "compose.override.yaml",
    "pnpm-lock.yaml",
    "definitions.schema.json",
    "main.tf.json",
  ])
    folder.write(`t/${name}`, "{}");
  for (const name of [".github/ci.yaml", "node_modules/p/x.yaml", "readme.md", ".hidden.yaml"])
    folder.write(`t/${name}`, "{}");
  folder.write("t/cdktf.out/stacks/s/cdk.tf.json", "{}");
  folder.write("t/output/manifest.json", "{}");
  folder.write("t/output/stacks/s/cdk.tf.json", "{}");
  expect(folder.problems("t")).toEqual([]);
  expect(alertNames("t")).toEqual(["A"]);
});

it("any other YAML or JSON file without alerts is reported once", () => {
  folder.write("t/a.yaml", one("A"));
  folder.write("t/values.yaml", "image: nginx\nreplicas: 2\n");
  expect(folder.problems("t")).toEqual([
    expect.stringMatching(
      /^t\/values\.yaml:1:1: Missing required key alerts\. .*Move files of other tools to another folder/,
    ),
  ]);
});

it("a file in several sources is read once", () => {
  folder.write("t/a.yaml", one("A"));
  folder.write("t/sub/b.yaml", one("B"));
  symlinkSync("../a.yaml", folder.path("t/sub/again.yaml"));
  expect(folder.problems("t/sub", "t", "t/a.yaml", "t/sub/../a.yaml", "t")).toEqual([]);
  expect(alertNames("t/sub", "t", "t/a.yaml")).toEqual(["A", "B"]);
});

it("loops of symbolic links end", () => {
  folder.write("t/a.yaml", one("A"));
  mkdirSync(folder.path("t/sub"));
  symlinkSync("..", folder.path("t/sub/up"));
  symlinkSync("../../t", folder.path("t/sub/other"));
  expect(folder.problems("t")).toEqual([]);
  expect(alertNames("t")).toEqual(["A"]);
});

it("a broken link, a link to itself and a named pipe are reported with remedies", () => {
  folder.write("t/a.yaml", one("A"));
  symlinkSync("nowhere", folder.path("t/broken.yaml"));
  symlinkSync("round.yaml", folder.path("t/round.yaml"));
  execFileSync("mkfifo", [folder.path("t/pipe.yaml")]);
  expect(folder.problems("t")).toEqual([
    expect.stringMatching(/^t\/broken\.yaml: The symbolic link is broken\. Remove it/),
    expect.stringMatching(/^t\/pipe\.yaml: The path is not a file or folder\. To read standard input, use -/),
    expect.stringMatching(/^t\/round\.yaml: Cannot read the path: its symbolic links form a loop/),
  ]);
  expect(alertNames("t")).toEqual(["A"]);
});

it.each([
  ["../../../../../../../../dev/null", "The path is not a file or folder"],
  ["none.yaml", "No such file or folder"],
  ["a.yaml/below", "Cannot read the path: a part of the path is not a folder"],
  ["main.ts", "The file is source code, .*synthesize the app"],
  ["main.tf", "The file is source code"],
  ["empty", "The folder contains no definitions. Name a definitions file"],
])("an invalid source, %s, is reported", (source, problem) => {
  folder.write("a.yaml", one("A"));
  folder.write("main.ts", "");
  folder.write("main.tf", "");
  mkdirSync(folder.path("empty"));
  expect(folder.problems(source)).toEqual([expect.stringMatching(problem)]);
});

it("a project of constructs is reported with its cdktf output folder, which can be read", () => {
  const stack = { resource: { dbmon_alert: { a: { name: "A", policy: 1, event: { categories: ["x"] } } } } };
  folder.write("p/cdktf.json", "{}");
  folder.write("p/cdktf.out/manifest.json", "{}");
  folder.write("p/cdktf.out/stacks/s/cdk.tf.json", JSON.stringify(stack));
  expect(folder.problems("p")).toEqual([
    expect.stringContaining("Name the cdktf output folder: p/cdktf.out"),
  ]);
  expect(alertNames("p/cdktf.out", "p/cdktf.out/stacks/s", "p/cdktf.out/stacks/s/cdk.tf.json")).toEqual([
    "A",
  ]);
});

it.each(["dbmon.yml", "Dbmon.yaml", "DBMON.yml"])(
  "a configuration that is named %s is an error, named and in a folder",
  (name) => {
    folder.write("t/a.yaml", one("A"));
    folder.write(`t/${name}`, "rules: []\n");
    const problem = `t/${name}: The configuration is not read, because its name is not dbmon.yaml. Rename it to dbmon.yaml, in the current folder or a parent folder.`;
    expect([folder.problems("t"), folder.problems(`t/${name}`)]).toEqual([[problem], [problem]]);
  },
);

it.each([
  ["dbmon.yaml", "The file is the configuration of environments, not definitions. Name the definitions."],
  ["a.test.yaml", "The file contains tests, not definitions. Run dbmon test to run them."],
  ["A.Test.JSON", "The file contains tests, not definitions."],
  [
    "main.js",
    "The file is source code, not definitions. For constructs, synthesize the app, for example with `npx tsx main.ts`",
  ],
  ["main.tsx", "The file is source code"],
  ["main.jsx", "The file is source code"],
])("the named file %s is reported, and skipped in a folder", (name, problem) => {
  folder.write("t/a.yaml", one("A"));
  folder.write(`t/${name}`, one("B"));
  expect(folder.problems(`t/${name}`)).toEqual([expect.stringContaining(`t/${name}: ${problem}`)]);
  expect(folder.problems("t")).toEqual([]);
  expect(alertNames("t")).toEqual(["A"]);
});

it("a named file of another tool and a hidden file are read", () => {
  folder.write("package.json", one("A"));
  folder.write(".hidden.yaml", one("B"));
  folder.write("other.txt", one("C"));
  expect(alertNames("package.json", ".hidden.yaml", "other.txt")).toEqual(["A", "B", "C"]);
  folder.write("t/a.yaml.bak", one("D"));
  folder.write("t/Chart.YAML", one("E"));
  expect(folder.problems("t")).toEqual([expect.stringContaining("t: The folder contains no definitions.")]);
});

it("an output folder without stacks, and a folder of a stack with another name", () => {
  folder.write("out/manifest.json", "{}");
  folder.write("out/stacks/readme.md", "");
  expect(folder.problems("out")).toEqual([
    expect.stringContaining("out: The folder contains no definitions."),
  ]);
  const stack = { resource: { dbmon_alert: { a: { name: "A", policy: 1, event: { categories: ["x"] } } } } };
  folder.write("s/my-cdk.tf.json", JSON.stringify(stack));
  expect(alertNames("s")).toEqual(["A"]);
  folder.write("only-stacks/stacks/b.yaml", one("B"));
  folder.write("only-manifest/manifest.json", '{"alerts": []}');
  expect(alertNames("only-stacks")).toEqual(["B"]);
  expect(folder.problems("only-manifest")).toEqual([
    expect.stringContaining("warning: only-manifest/manifest.json:1:12: The sequence alerts is empty."),
  ]);
});

it("a folder that is named twice has no problem the second time", () => {
  mkdirSync(folder.path("empty"));
  expect(folder.problems("empty", "empty")).toHaveLength(1);
});

it("a socket is reported", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(folder.path("s.yaml"), resolve));
  try {
    expect(folder.problems("s.yaml")).toEqual([
      "s.yaml: The path is not a file or folder. To read standard input, use -: `... | dbmon check -`.",
    ]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
