/** The process of the command: its folder, its streams, extreme option values, conflicting files. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  alerts,
  commandBench,
  cpuHigh,
  deployed,
  environmentOf,
  token,
  writesTo,
} from "../../support/command";
import { parseCommandLine } from "../../support/command-line";
import { dbmonCommand, preload } from "../../support/programs";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  const dbmon = (...args: readonly string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
  return { emulator, file, dbmon };
}

it("without a terminal, apply prints the command that applies what it shows, with the options of the run", async () => {
  const { emulator, file, dbmon } = await setUp();
  const flags = ["--target", "CPU high", "--prune", "team/*", "--window", "3", "--json"];
  const run = await dbmon("apply", file, ...flags);
  expect(run.code).toBe(3);
  const confirmed = "run: dbmon apply --plan \\.dbmon/([0-9a-f]{64})\\.json --digest \\1";
  expect(run.stderr).toMatch(new RegExp(`${confirmed} --window 3 --json\n$`));
  bench.write("-odd.yaml", alerts(deployed));
  const odd = await dbmon("apply", "--", "-odd.yaml");
  expect(odd.stderr).toMatch(new RegExp(`${confirmed}\n$`));
  const environment = { ...environmentOf(emulator), DBMON_AGENT_TOKEN: emulator.agentToken };
  const drill = await bench.dbmon(["drill", "--", "#db-alerts"], { environment });
  expect(drill.stderr).toMatch(/run: dbmon drill --digest=[0-9a-f]{64} -- '#db-alerts'\n$/);
  expect(writesTo(emulator)).toEqual([]);
});

it.each(["plan", "check", "doctor"])(
  "an interrupt ends %s while it waits for standard input",
  async (command) => {
    const child = spawn(...dbmonCommand(command, "-"), {
      cwd: bench.folder(),
      env: { PATH: process.env.PATH },
      stdio: ["pipe", "ignore", "ignore"],
    });
    bench.onClose(() => {
      child.kill("SIGKILL");
    });
    child.stdin.on("error", () => undefined);
    // More than the pipe buffer holds: once it is written, the command reads and waits for more.
    await new Promise((done) => child.stdin.write("# and so on\n".repeat(200_000), done));
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
  },
);

it.each(["SIGTERM", "SIGINT"])(
  "%s ends a check at once while it reads a file, not after that",
  async (signal) => {
    const file = bench.write("alerts.yaml", alerts(deployed));
    const hook = bench.write(
      "hook.cjs",
      `const fs = require("node:fs");
     const open = fs.openSync;
     fs.openSync = (path, ...rest) => {
       if (path === ${JSON.stringify(file)}) process.kill(process.pid, ${JSON.stringify(signal)});
       return open(path, ...rest);
     };`,
    );
    const environment = preload(join(bench.folder(), hook));
    expect(await bench.dbmon(["check", file], { environment })).toEqual({
      code: null,
      stdout: "",
      stderr: "",
    });
  },
);

it("--parallel can exceed the number of changes", async () => {
  const { file, dbmon } = await setUp();
  const run = await dbmon("apply", file, "--yes", "--parallel", "999999999999999");
  expect(run).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("2 of 2 changes applied") as unknown,
  });
});

it.each(["0.5s", "500ms", "0.5", "0.0001h"])("the window %j is accepted", async (window) => {
  const { file, dbmon } = await setUp();
  expect(await dbmon("apply", file, "--yes", "--wait", "--window", window)).toMatchObject({ code: 0 });
  expect((await dbmon("drift", file, "--detailed-exitcode", "--window", window)).code).toBe(0);
});

it.each(["1e300", "2000001", "-1", "", "1e999", "5 s", "30d"])("the window %j is refused", async (window) => {
  const run = await parseCommandLine(["apply", "alerts.yaml", "--yes", "--wait", "--window", window]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(
    "Must be a number of seconds from 0 to 2000000. Or write a duration, such as 60s.",
  );
});

it("a saved plan is applied unchanged, without another deletion limit", async () => {
  const { file, dbmon } = await setUp();
  await dbmon("plan", file, "--out", "plan.json");
  const run = await dbmon("apply", "--yes", "--plan", "plan.json", "--max-deletes", "50");
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(
    "Remove the sources, --target, --prune, --max-deletes and --existing, or remove --plan.",
  );
});

it("a report never overwrites another file of the same command", async () => {
  const { emulator, file, dbmon } = await setUp();
  const before = readFileSync(join(bench.folder(), file), "utf8");
  await dbmon("plan", file, "--out", "saved.json");
  const json = "--report=json=./";
  for (const args of [
    ["plan", file, `${json}${file}`],
    ["check", file, `${json}${file}`],
    ["drift", file, "--no-wait", `${json}${file}`],
    ["apply", file, "--yes", `${json}${file}`],
    ["plan", file, "--out", "plan.json", `${json}plan.json`],
    ["show", "saved.json", `${json}saved.json`],
    ["plan", file, `${json}a.md`, "--report=markdown=a.md"],
  ]) {
    const { code, stderr } = await dbmon(...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /--report would overwrite a file that this command reads or writes\.|dbmon did not write it\./,
    );
  }
  expect(readFileSync(join(bench.folder(), file), "utf8")).toBe(before);
  expect(writesTo(emulator)).toEqual([]);
});

it("an existing name that is not listed yet is distinguished from a lost response", async () => {
  const { emulator, file, dbmon } = await setUp();
  emulator.faults.add({ method: "POST", when: "after-commit", times: 1, answer: { status: 409 } });
  emulator.faults.add({ method: "POST", when: "after-commit", times: 1, answer: "cut" });
  const { code, stderr } = await dbmon("apply", file, "--yes", "--parallel", "1");
  expect(code).toBe(0);
  expect(stderr).toContain(
    '"CPU high": The service reports that the name exists, but does not list it yet. Checking',
  );
  expect(stderr).toContain(
    '"Deployed": The response to the POST was lost. Checking whether the alert exists.',
  );
});

it("the remedies of doctor are quoted for a shell", async () => {
  const { dbmon } = await setUp();
  const broken = bench.write("our team/it's.yaml", "alerts: 7\n");
  const { stdout } = await dbmon("doctor", broken);
  expect(stdout).toContain(String.raw`Run dbmon check 'our team/it'\''s.yaml' to see the errors.`);
});

it("a deleted working folder is reported without a stack trace", async () => {
  const { emulator } = await setUp();
  const gone = join(bench.folder(), "gone");
  for (const args of ["plan", "check", "export --to yaml --out code", "plan a.yaml --report json=r.json"]) {
    mkdirSync(gone);
    const command = dbmonCommand()
      .flat()
      .map((word) => `'${word}'`)
      .join(" ");
    const child = spawn("sh", ["-c", `rmdir ../gone && exec ${command} ${args}`], {
      cwd: gone,
      env: { PATH: process.env.PATH, ...environmentOf(emulator) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [stderr, exit] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect({ code: exit[0] as unknown, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^error: (The current folder does not exist\.|a\.yaml: |The current working directory was deleted)/,
      ) as unknown,
    });
    rmSync(gone, { recursive: true, force: true });
  }
});

it("an error on stdout fails the run", async () => {
  const { emulator, file } = await setUp();
  // Writing to a file that is open for reading fails, like writing to a full disk.
  const unwritable = openSync(join(bench.folder(), file), "r");
  const child = spawn(...dbmonCommand("list", "policies", "--json"), {
    env: { PATH: process.env.PATH, ...environmentOf(emulator) },
    stdio: ["ignore", unwritable, "pipe"],
  });
  closeSync(unwritable);
  if (child.stderr === null) throw new Error("no stderr");
  const [stderr, exit] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(stderr).toMatch(/^error: Cannot write to stdout: .*EBADF.*\n$/);
  expect(stderr).not.toContain(token);
  expect(exit[0]).toBe(1);
});
