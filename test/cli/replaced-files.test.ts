/** Files that dbmon writes are complete, or the previous ones: also on a full disk, behind links, and with their modes. */
import { execFile } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { alerts, commandBench, deployed, environmentOf } from "../support/command";
import { dbmonCommand, preload } from "../support/programs";

const bench = commandBench();
const path = (name: string) => join(bench.folder(), name);
const read = (name: string) => readFileSync(path(name), "utf8");
const written = ["plan.json", "plan.html", "report.json"];
const outputs = ["--out", "plan.json", "--report", "html=plan.html", "--report", "json=report.json"];

async function setUp() {
  const emulator = await bench.emulator({ propagationSeconds: 0 });
  bench.write("alerts.yaml", alerts(deployed));
  const plan = (outputs: readonly string[], faults: Readonly<Record<string, string>> = {}) =>
    bench.dbmon(["plan", "alerts.yaml", ...outputs], {
      environment: { ...environmentOf(emulator), ...faults },
    });
  expect((await plan(outputs)).code).toBe(0);
  return plan;
}

it("a full disk keeps the previous files, and leaves no others", async () => {
  const plan = await setUp();
  const before = written.map(read);
  const names = readdirSync(bench.folder());
  bench.write("alerts.yaml", alerts(deployed).replace("Deployed", "Deployed again"));
  const fault = preload(require.resolve("./commands/accept/failing-files.cjs"));
  const { code, stderr } = await plan(outputs, { ...fault, FULL_DISK: "1" });
  expect(code).toBe(1);
  expect(stderr).toContain(
    "Cannot write the file: no space is left on the device.\n  Choose a writable folder.\n",
  );
  expect(written.map(read)).toEqual(before);
  expect(readdirSync(bench.folder())).toEqual(names);
});

it("links and modes are kept", async () => {
  const plan = await setUp();
  for (const name of written) {
    chmodSync(path(name), 0o640);
    symlinkSync(name, path(`link-${name}`));
  }
  bench.write("alerts.yaml", alerts(deployed).replace("Deployed", "Deployed again"));
  expect((await plan(["--out", "link-plan.json", "--report", "html=link-plan.html"])).code).toBe(0);
  for (const name of ["plan.json", "plan.html"]) {
    expect(read(name)).toContain("Deployed again");
    expect(statSync(path(name)).mode & 0o777).toBe(0o640);
    expect(lstatSync(path(`link-${name}`)).isSymbolicLink()).toBe(true);
  }
});

it("the file that is open as /dev/stdout is written, not replaced", async () => {
  const emulator = await bench.emulator({ propagationSeconds: 0 });
  bench.write("alerts.yaml", alerts(deployed));
  bench.write("out.txt", "");
  const { ino } = statSync(path("out.txt"));
  const [program, args] = dbmonCommand("plan", "alerts.yaml", "--report", "json=/dev/stdout");
  const options = {
    cwd: bench.folder(),
    env: { PATH: process.env.PATH, ...environmentOf(emulator) },
  };
  await promisify(execFile)("sh", ["-c", '"$0" "$@" > out.txt', program, ...args], options);
  expect(read("out.txt")).toContain('"dbmon": 1');
  expect(statSync(path("out.txt")).ino).toBe(ino);
});
