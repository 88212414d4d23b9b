/** A guard against starts that grow: how much code of ours a command reads. It counts bytes, and measures no time. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const command = resolve(__dirname, "../../dist/cli/main.js");
const bundle = resolve(__dirname, "../../dist/terraform-provider-dbmon");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-start-"));
  const told = `require("node:fs").writeFileSync("loaded.json", JSON.stringify(Object.keys(require.cache)))`;
  writeFileSync(join(folder, "tell-loaded.cjs"), `process.on("exit", () => ${told});`);
  writeFileSync(
    join(folder, "alerts.yaml"),
    "alerts:\n  - { name: A, policy: 1, destinations: [1], event: { categories: [x] } }\n",
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Kilobytes of the files that a command reads as code, and how many they are. */
function loadedBy(...args: string[]): {
  readonly code: number | null;
  readonly kB: number;
  readonly files: number;
} {
  const hook = join(folder, "tell-loaded.cjs");
  const { status } = spawnSync(process.execPath, ["-r", hook, command, ...args], { cwd: folder });
  // What the hook has written.
  const loaded = (JSON.parse(readFileSync(join(folder, "loaded.json"), "utf8")) as string[]).filter(
    (file) => file !== hook,
  );
  const bytes = loaded.reduce((sum, file) => sum + statSync(file).size, 0);
  return { code: status, kB: bytes / 1000, files: loaded.length };
}

test("--help reads the commands, and nothing of what they do", () => {
  const { code, kB, files } = loadedBy("--help");
  expect(code).toBe(0);
  expect(files).toBeLessThanOrEqual(3);
  expect(kB).toBeLessThan(200);
});

test("a command reads no emulator", () => {
  const { code, kB, files } = loadedBy("check", "alerts.yaml");
  expect(code).toBe(0);
  expect(files).toBeLessThanOrEqual(6);
  expect(kB).toBeLessThan(1_150);
});

test("the provider is no larger than it has to be", () => {
  expect(statSync(bundle).size / 1000).toBeLessThan(380);
});
