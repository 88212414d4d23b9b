/** What differs between the self-contained executable and the npm package. `npm run test:executable` builds it and runs these tests. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { executable as testedExecutable, packageCommand } from "../support/programs";
import { handshake } from "../support/provider-process";
import { HttpProxy } from "../support/proxies";

const root = resolve(__dirname, "../..");
if (testedExecutable === undefined)
  throw new Error("DBMON_EXECUTABLE is not set: run npm run test:executable.");
const executable = resolve(testedExecutable);

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-executable-test-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL"))
      await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

type Environment = Readonly<Record<string, string>>;

function run(program: string, args: readonly string[], environment: Environment = {}) {
  const env = { PATH: process.env.PATH, ...environment };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

describe("one file is the command and the provider", () => {
  /** The first line of stdout of a process that keeps running. */
  async function firstLine(program: string, environment: Environment): Promise<string> {
    const env = { PATH: process.env.PATH, TMPDIR: folder, ...environment };
    const child = spawn(program, [], { env, stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    while (!text.includes("\n")) await once(child.stdout, "data");
    return text;
  }

  it("with Terraform's cookie, it serves the provider", async () => {
    expect(await firstLine(executable, handshake)).toMatch(/^1\|6\|unix\|/);
  });

  it("by the provider's name, it serves the provider, and explains itself without Terraform", async () => {
    const provider = join(folder, "terraform-provider-dbmon_v0.1.0");
    linkSync(executable, provider);
    expect(await firstLine(provider, handshake)).toMatch(/^1\|6\|unix\|/);
    const { code, stderr } = run(provider, []);
    expect(code).toBe(1);
    expect(stderr).toContain("Terraform starts it");
  });

  it("prints the version as docs/executables.md shows it", () => {
    const page = readFileSync(join(root, "docs/executables.md"), "utf8");
    const [shown = ""] = /^\S+ \(commit \w+\)$/m.exec(page) ?? [];
    const { stdout } = run(executable, ["--version"]);
    expect(stdout.replace(/[0-9a-f]{12}/, "")).toBe(`${shown.replace(/[0-9a-f]{12}/, "")}\n`);
  });

  it("a command that a provider starts is the command, although it inherits the cookie", () => {
    expect(run(executable, ["--version"], handshake)).toMatchObject({ code: 0, stderr: "" });
  });
});

it("does not read settings of the folder in which it runs", () => {
  writeFileSync(join(folder, ".env"), "DBMON_BASE_URL=http://127.0.0.1:9\nDBMON_API_TOKEN=token\n");
  writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./missing.js"]\n');
  const { code, stderr } = run(executable, ["list", "alerts"]);
  expect(code).toBe(1);
  expect(stderr).toContain("No base URL is set.");
});

describe("a file that cannot run fails, and prints nothing to stdout", () => {
  /** Runs a program by its path in a shell, as users do. @returns what the shell reports */
  function runInShell(content: Buffer) {
    const program = join(folder, "dbmon");
    writeFileSync(program, content, { mode: 0o755 });
    const { error, status, stdout, stderr } = spawnSync("bash", ["-c", '"$0" --version; exit $?', program], {
      cwd: folder,
      env: { PATH: process.env.PATH },
      encoding: "utf8",
      // A limit of the test: a program that hangs gives an error.
      timeout: 60_000,
    });
    expect(error).toBeUndefined();
    expect(status).not.toBe(0);
    expect(stdout).toBe("");
    return stderr;
  }

  it.each([
    // Within the runtime, and within the program that follows it.
    [50, "Bus error"],
    [99, "is truncated"],
  ])("truncated to %d percent: %s", (percent, message) => {
    const content = readFileSync(executable);
    expect(runInShell(content.subarray(0, (content.length * percent) / 100))).toContain(message);
  });

  it("for another platform: Exec format error", () => {
    const content = readFileSync(executable);
    const [elf, machO] = ["7f454c46", "cffaedfe"];
    content.write(content.toString("hex", 0, 4) === elf ? machO : elf, "hex");
    expect(runInShell(content)).toContain("Exec format error");
  });
});

describe("provider install", () => {
  it("installs the executable itself, once for both engines", () => {
    expect(run(executable, ["provider", "install", "mirror"])).toMatchObject({ code: 0 });
    const [first, second] = readdirSync(join(folder, "mirror"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.includes("terraform-provider-dbmon_v"))
      .map((name) => statSync(join(folder, "mirror", name)));
    expect(first?.ino).toBe(second?.ino);
    expect(first?.size).toBe(statSync(executable).size);
  });

  it("installs the archive of another platform that is in its folder", () => {
    const own = join(folder, "dbmon");
    linkSync(executable, own);
    const archive = "terraform-provider-dbmon_0.1.0_darwin_arm64.zip";
    const install = () => run(own, ["provider", "install", "mirror", "--platform", "darwin_arm64"]);
    const refused = install();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`Download ${archive} of the release into ${folder}. Available: `);
    writeFileSync(join(folder, archive), "archive");
    expect(install()).toMatchObject({ code: 0 });
    for (const registry of ["registry.terraform.io", "registry.opentofu.org"]) {
      const installed = join(folder, "mirror", registry, "dbmon/dbmon", archive);
      expect(readFileSync(installed, "utf8")).toBe("archive");
    }
  });
});

describe("the emulator's data file", () => {
  async function startEmulator([program, args]: readonly [string, readonly string[]]) {
    const env = { PATH: process.env.PATH };
    const child = spawn(program, [...args, "emulator", "--port", "0", "--data", "data.db"], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    while (!text.includes("\n")) await once(child.stdout, "data");
    const url = /http:\S+/.exec(text)?.[0] ?? "";
    return { child, environment: { DBMON_BASE_URL: url, DBMON_API_TOKEN: "demo-token" } };
  }

  const programs = { executable: [executable, []], package: packageCommand() } as const;
  it.each([
    ["executable", "package", "SIGTERM"],
    ["package", "executable", "SIGTERM"],
    ["executable", "package", "SIGKILL"],
    ["package", "executable", "SIGKILL"],
  ] as const)("of the %s is read by the %s after %s", async (first, second, signal) => {
    const alert = { name: "A", policy: 1, destinations: [1], event: { categories: ["deploy"] } };
    writeFileSync(join(folder, "alerts.json"), JSON.stringify({ alerts: [alert] }));
    const writer = await startEmulator(programs[first]);
    expect(run(executable, ["apply", "alerts.json", "--yes"], writer.environment)).toMatchObject({ code: 0 });
    writer.child.kill(signal);
    await once(writer.child, "exit");
    const reader = await startEmulator(programs[second]);
    const plan = run(executable, ["plan", "alerts.json", "--detailed-exitcode"], reader.environment);
    expect(plan).toMatchObject({ code: 0 });
  });
});

describe("the build", () => {
  let proxy: HttpProxy;
  beforeEach(async () => {
    proxy = await HttpProxy.start(0);
    proxy.refusal = 403;
  });
  afterEach(async () => {
    await proxy.stop();
  });

  /** Builds with a proxy that refuses all requests. npm, Bun and the scripts of the build send theirs to it. */
  async function build(...args: readonly string[]) {
    const url = `http://127.0.0.1:${String(proxy.port)}`;
    const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
    const child = spawn("npx", ["tsx", "scripts/build-executables.ts", "--out", folder, ...args], {
      cwd: root,
      env: { ...process.env, ...Object.fromEntries(proxies.map((name) => [name, url])) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    children.push(child);
    const [stderr] = await Promise.all([text(child.stderr), once(child, "exit")]);
    return { code: child.exitCode, stderr };
  }

  it("lists the targets if one is unknown", async () => {
    const { code, stderr } = await build("linux-x64", "solaris");
    expect(code).toBe(1);
    expect(stderr).toContain('error: Unknown target "solaris". Available: linux-x64, linux-arm64, ');
    expect(readdirSync(folder)).toEqual([]);
  });

  it("lists the targets if one is an option", async () => {
    const { code, stderr } = await build("--target", "linux-x64");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: Unknown option --target\. Name the targets without an option: .* Available: linux-x64, .*, all\.\n$/,
    );
    expect(readdirSync(folder)).toEqual([]);
    expect((await build("--out")).stderr).toBe("error: Missing folder after --out.\n");
  });

  it("writes the same bytes again, without a request to the network", async () => {
    expect(await build()).toMatchObject({ code: 0 });
    expect(proxy.requests).toEqual([]);
    const [name = ""] = readdirSync(folder);
    expect(readFileSync(join(folder, name)).equals(readFileSync(executable))).toBe(true);
  });
});
