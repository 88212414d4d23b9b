/** Which files a source means: a folder with what is below it, each file once, and nothing that is for other tools. */
import { mkdirSync, symlinkSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { alertNamed, definitionsFolder } from "./reading";

const folder = definitionsFolder();

const one = (name: string) => `alerts:\n${alertNamed(name)}`;
const namesIn = (...sources: string[]) => folder.read(...sources).alerts.map(({ name }) => name);

it("a folder means its files and those of the folders below it, in the order of their names", () => {
  folder.write("t/b.yaml", one("B"));
  folder.write("t/c/d.yml", one("D"));
  folder.write("t/c/deep/e.JSON", '{"alerts": [{"name": "E", "policy": 1, "event": {"categories": ["x"]}}]}');
  folder.write("t/a.yaml", one("A"));
  folder.write("t/f.yaml/g.yaml", one("G"));
  expect(folder.complaints("t")).toEqual([]);
  expect(namesIn("t")).toEqual(["A", "B", "D", "E", "G"]);
});

it("what a project has for other tools is passed over", () => {
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
  expect(folder.complaints("t")).toEqual([]);
  expect(namesIn("t")).toEqual(["A"]);
});

it("any other file of YAML or JSON without alerts is told, once", () => {
  folder.write("t/a.yaml", one("A"));
  folder.write("t/values.yaml", "image: nginx\nreplicas: 2\n");
  expect(folder.complaints("t")).toEqual([
    expect.stringMatching(
      /^t\/values\.yaml:1:1: The file has no list of alerts\. .*keep it in another folder/,
    ),
  ]);
});

it("a file that is named, or lies in several sources, is read once", () => {
  folder.write("t/a.yaml", one("A"));
  folder.write("t/sub/b.yaml", one("B"));
  symlinkSync("../a.yaml", folder.path("t/sub/again.yaml"));
  expect(folder.complaints("t/sub", "t", "t/a.yaml", "t/sub/../a.yaml", "t")).toEqual([]);
  expect(namesIn("t/sub", "t", "t/a.yaml")).toEqual(["A", "B"]);
});

it("links that go round in a circle come to an end", () => {
  folder.write("t/a.yaml", one("A"));
  mkdirSync(folder.path("t/sub"));
  symlinkSync("..", folder.path("t/sub/up"));
  symlinkSync("../../t", folder.path("t/sub/other"));
  expect(folder.complaints("t")).toEqual([]);
  expect(namesIn("t")).toEqual(["A"]);
});

it("a link that leads nowhere, one to itself and a named pipe are told, each with what to do", () => {
  folder.write("t/a.yaml", one("A"));
  symlinkSync("nowhere", folder.path("t/broken.yaml"));
  symlinkSync("round.yaml", folder.path("t/round.yaml"));
  execFileSync("mkfifo", [folder.path("t/pipe.yaml")]);
  expect(folder.complaints("t")).toEqual([
    expect.stringMatching(/^t\/broken\.yaml: The link leads nowhere\. Remove it/),
    expect.stringMatching(/^t\/pipe\.yaml: It is a named pipe, and no file or folder\. Name - to read/),
    expect.stringMatching(/^t\/round\.yaml: It cannot be read: its links go round in a circle/),
  ]);
  expect(namesIn("t")).toEqual(["A"]);
});

it.each([
  ["../../../../../../../../dev/null", "It is a device, and no file or folder"],
  ["none.yaml", "There is no such file or folder"],
  ["a.yaml/below", "It cannot be read: a part of its path is no folder"],
  ["main.ts", "The file is code, .*`cdktf synth`"],
  ["main.tf", "The file is code"],
  ["empty", "The folder holds no definitions. Name a definitions file"],
])("a source that is none, %s, is told", (source, complaint) => {
  folder.write("a.yaml", one("A"));
  folder.write("main.ts", "");
  folder.write("main.tf", "");
  mkdirSync(folder.path("empty"));
  expect(folder.complaints(source)).toEqual([expect.stringMatching(complaint)]);
});

it("a project of constructs is told where its stacks are, and they are read where they are named", () => {
  const stack = { resource: { dbmon_alert: { a: { name: "A", policy: 1, event: { categories: ["x"] } } } } };
  folder.write("p/cdktf.json", "{}");
  folder.write("p/cdktf.out/manifest.json", "{}");
  folder.write("p/cdktf.out/stacks/s/cdk.tf.json", JSON.stringify(stack));
  expect(folder.complaints("p")).toEqual([
    expect.stringContaining("Name the stacks that cdktf has synthesized: p/cdktf.out"),
  ]);
  expect(namesIn("p/cdktf.out", "p/cdktf.out/stacks/s", "p/cdktf.out/stacks/s/cdk.tf.json")).toEqual(["A"]);
});
