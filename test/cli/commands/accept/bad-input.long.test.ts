/** Input of `dbmon accept` that it refuses, and files that it cannot replace: nothing is half-written or lost. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../../src/emulator";
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../../support/command";
import { callService } from "../../../support/emulator";
import { editLive } from "../../edit-live";
import { onTerminal } from "../../on-terminal";

const bench = commandBench();
const path = (name: string) => join(bench.folder(), name);
const read = (name: string) => readFileSync(path(name), "utf8");
const contents = { "a/cpu.yaml": alerts(cpuHigh), "b/deployed.yaml": alerts(deployed) };

let emulator: ServiceEmulator;
beforeEach(async () => {
  emulator = await bench.emulator({ propagationSeconds: 0 });
  for (const [name, text] of Object.entries(contents)) bench.write(`team/${name}`, text);
  expect((await run("apply", "team", "--yes", "--parallel", "1")).code).toBe(0);
  await editLive(emulator, 1, {}, { trigger: 0.95 });
  await editLive(emulator, 2, { policy: 2 });
  emulator.requests.clear();
});
afterEach(() => {
  expect(writesTo(emulator)).toEqual([]);
});

const run = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
const acceptArgs = ["accept", "team", "--no-wait"];

/** Accepts at the prompt, before which the files change. */
async function acceptAfter(change: () => void) {
  let hasAnswered = false;
  return onTerminal(bench, acceptArgs, {
    environment: environmentOf(emulator),
    onOutput: (shown, type) => {
      if (hasAnswered || !shown.includes('Only "yes" is accepted:')) return;
      hasAnswered = true;
      change();
      type("yes\n");
    },
  });
}

const files = () =>
  readdirSync(path("team"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name))
    .sort();

it("the prompt says what an apply would do instead, and yes writes all files", async () => {
  const { code, shown } = await acceptAfter(() => undefined);
  expect(code).toBe(0);
  expect(shown).toContain(
    "Write these live values of 2 alerts to 2 files? (dbmon apply would instead set the values of the code in ",
  );
  expect(read("team/a/cpu.yaml")).toContain("trigger: 0.95");
  expect(read("team/b/deployed.yaml")).toContain("policy: At most once every 15 minutes");
  expect(files()).toEqual(Object.keys(contents));
});

it("a file that changes during the prompt is named, and no file is written", async () => {
  const changed = `${contents["b/deployed.yaml"]}# edited\n`;
  const { code, shown } = await acceptAfter(() => {
    writeFileSync(path("team/b/deployed.yaml"), changed);
  });
  expect(code).toBe(1);
  expect(shown).toContain(" team/b/deployed.yaml: The file changed after it was read. Nothing was written.");
  expect(read("team/a/cpu.yaml")).toBe(contents["a/cpu.yaml"]);
  expect(read("team/b/deployed.yaml")).toBe(changed);
  expect(files()).toEqual(Object.keys(contents));
});

it.each<[what: string, change: () => void, reason: string, moved: Readonly<Record<string, string>>]>([
  [
    "whose folder was moved",
    () => {
      renameSync(path("team/b"), path("moved"));
    },
    "Cannot write the file: no such file or folder",
    { "moved/deployed.yaml": contents["b/deployed.yaml"] },
  ],
  [
    "that became a folder",
    () => {
      rmSync(path("team/b/deployed.yaml"));
      mkdirSync(path("team/b/deployed.yaml"));
    },
    "The file is not a regular file. Nothing was written",
    {},
  ],
  [
    "that became a named pipe",
    () => {
      rmSync(path("team/b/deployed.yaml"));
      execFileSync("mkfifo", [path("team/b/deployed.yaml")]);
    },
    "The file is not a regular file. Nothing was written",
    {},
  ],
])("a file %s cannot be written, and no file is", async (_, change, reason, moved) => {
  const { code, shown } = await acceptAfter(change);
  expect(code).toBe(1);
  expect(shown).toContain(` team/b/deployed.yaml: ${reason}.`);
  expect(readdirSync(path("team/a"))).toEqual(["cpu.yaml"]);
  for (const [name, text] of Object.entries({ "team/a/cpu.yaml": contents["a/cpu.yaml"], ...moved }))
    expect(read(name)).toBe(text);
});

it.each([
  [
    "an alert in two files",
    alerts(deployed),
    'error: team/c.yaml:2:11: "Deployed", field name: Duplicate alert name, first defined at team/b/deployed.yaml:2:11.',
  ],
  ["a file that does not parse", "alerts:\n  - name: [\n", "error: team/c.yaml:2:11: Invalid YAML"],
  ["a file with an invalid alert", "alerts:\n  - { name: X, polic: 1 }\n", "error: team/c.yaml:2:16"],
])("%s is an error, and nothing is written", async (_, text, message) => {
  bench.write("team/c.yaml", text);
  const { code, stdout, stderr } = await run(...acceptArgs, "--yes");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(message);
  for (const [name, content] of Object.entries(contents)) expect(read(`team/${name}`)).toBe(content);
});

it("unknown names are reported together, with near names", async () => {
  const names = ["CPU hig", "Deployd", "Nothing*"].flatMap((name) => ["--alert", name]);
  const { code, stderr } = await run(...acceptArgs, "--yes", ...names);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'error: No definition is named "CPU hig", the value of --alert.\n  Did you mean "CPU high"?\n' +
      'error: No definition is named "Deployd", the value of --alert.\n  Did you mean "Deployed"?\n' +
      'error: No definition is named "Nothing*", the value of --alert.\n  Available: "CPU high", "Deployed".\n',
  );
  expect(read("team/a/cpu.yaml")).toBe(contents["a/cpu.yaml"]);
});

it("an alert of an unsupported kind is reported, and the others are accepted", async () => {
  const { data } = (await callService(emulator, "GET", "/config/alerts")) as { data: { name: string }[] };
  const changed = data.map((alert) => (alert.name === "Deployed" ? { ...alert, type: 3 } : alert));
  emulator.faults.add({ method: "GET", path: "*/alerts", answer: { status: 200, body: { data: changed } } });
  const { code, stdout, stderr } = await run(...acceptArgs, "--yes");
  expect(code).toBe(2);
  expect(stderr).toContain(
    'warning: team/b/deployed.yaml:2:5: "Deployed": No definition can express the live alert. Unsupported kind (type 3).',
  );
  expect(stdout).toContain("Accept: 1 alert for 1 file, 1 not accepted.");
  expect(read("team/a/cpu.yaml")).toContain("trigger: 0.95");
  expect(read("team/b/deployed.yaml")).toBe(contents["b/deployed.yaml"]);
});
