/** Limits the code that a command loads at start. It counts bytes, because times vary between machines. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { transformSync } from "esbuild";

const command = resolve(__dirname, "../../dist/cli/main.js");
const bundle = resolve(__dirname, "../../dist/terraform-provider-dbmon");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-start-"));
  const record = `require("node:fs").writeFileSync("loaded.json", JSON.stringify(Object.keys(require.cache)))`;
  writeFileSync(join(folder, "record-loaded.cjs"), `process.on("exit", () => ${record});`);
  writeFileSync(
    join(folder, "alerts.yaml"),
    "alerts:\n  - { name: A, policy: 1, destinations: [1], event: { categories: [x] } }\n",
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The size and number of the files that a command loads as code. */
function loadedBy(...args: string[]): {
  readonly code: number | null;
  readonly kB: number;
  readonly files: number;
} {
  const hook = join(folder, "record-loaded.cjs");
  const { status } = spawnSync(process.execPath, ["-r", hook, command, ...args], { cwd: folder });
  const loaded = (JSON.parse(readFileSync(join(folder, "loaded.json"), "utf8")) as string[]).filter(
    (file) => file !== hook,
  );
  const bytes = loaded.reduce((sum, file) => sum + statSync(file).size, 0);
  return { code: status, kB: bytes / 1000, files: loaded.length };
}

test("--help loads no definitions of commands", () => {
  const { code, kB, files } = loadedBy("--help");
  expect(code).toBe(0);
  expect(files).toBeLessThanOrEqual(8);
  expect(kB).toBeLessThan(40);
});

test("the help of a command loads the commands without their actions", () => {
  const { code, kB, files } = loadedBy("plan", "--help");
  expect(code).toBe(0);
  expect(files).toBeLessThanOrEqual(16);
  expect(kB).toBeLessThan(195);
});

test("a topic of help loads the commands without their actions", () => {
  const { code, kB, files } = loadedBy("help", "adoption");
  expect(code).toBe(0);
  expect(files).toBeLessThanOrEqual(17);
  expect(kB).toBeLessThan(200);
});

test("check loads neither the emulator nor exports", () => {
  const { code, kB, files } = loadedBy("check", "alerts.yaml");
  expect(code).toBe(0);
  expect(files).toBeLessThanOrEqual(36);
  expect(kB).toBeLessThan(1_330);
});

test("the provider executable is below its size limit", () => {
  expect(statSync(bundle).size / 1000).toBeLessThan(940);
});

describe("a Node version before 20", () => {
  const dist = resolve(__dirname, "../../dist");
  const sentence = "requires Node 20 or later, but this is Node 18.20.8: install it from https://nodejs.org.";

  function startOnOldNode(...args: string[]) {
    const hook = join(folder, "old-node.cjs");
    writeFileSync(hook, 'Object.defineProperty(process.versions, "node", { value: "18.20.8" });');
    return spawnSync(process.execPath, ["-r", hook, ...args], { encoding: "utf8" });
  }

  it("is refused by the command in one sentence", () => {
    const stderr = `dbmon ${sentence}\n`;
    expect(startOnOldNode(join(dist, "cli/main.js"))).toMatchObject({ status: 1, stdout: "", stderr });
  });

  it("is refused by the provider in one line of stdout, which terraform shows", () => {
    const stdout = `The dbmon provider ${sentence}\n`;
    expect(startOnOldNode(bundle)).toMatchObject({ status: 1, stdout, stderr: "" });
  });

  it.each(["index.js", "emulator/index.js", "testing/index.js"])("is refused by an import of %s", (file) => {
    const print = `try { require(${JSON.stringify(join(dist, file))}) } catch ({ message }) { console.log(message) }`;
    expect(startOnOldNode("-e", print).stdout).toBe(`dbmon-iac ${sentence}\n`);
  });

  // A syntax error would come before the check. esbuild changes nothing but syntax that the target does not have.
  it.each([
    ...["cli/main.js", "index.js", "emulator/index.js", "testing/index.js"],
    "terraform-provider-dbmon",
  ])("parses %s", (file) => {
    const code = readFileSync(join(dist, file), "utf8");
    const compile = (target: string) => transformSync(code, { target, minifyWhitespace: true }).code;
    expect(compile("node12.22") === compile("esnext")).toBe(true);
  });
});
