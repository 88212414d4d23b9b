/** `dbmon emulator`, `dbmon provider install`, help and version. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { get } from "node:http";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { executable } from "../../../support/programs";
import { alerts, commandBench, deployed, environmentOf, token } from "../command";

const bench = commandBench();
const manifest = JSON.parse(readFileSync(resolve(__dirname, "../../../..", "package.json"), "utf8")) as {
  version: string;
};

it.each(["SIGINT", "SIGTERM"] as const)(
  "emulator prints its address when it is ready, and exits with 0 on %s",
  async (signal) => {
    const file = bench.write("alerts.yaml", alerts(deployed));
    let planned: Promise<unknown> | undefined;
    const environment = signal === "SIGTERM" ? { DBMON_EMULATOR_TOKEN: token } : {};
    const tokenOption = signal === "SIGTERM" ? [] : ["--token", token];
    const run = await bench.dbmon(["emulator", "--port", "0", ...tokenOption], {
      environment,
      onOutput: (stdout, process) => {
        const url = /^dbmon emulator listening on (\S+)\n$/.exec(stdout)?.[1];
        if (url === undefined) return;
        planned = bench
          .dbmon(["plan", file], { environment: environmentOf({ url }) })
          .finally(() => process.kill(signal));
      },
    });
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^dbmon emulator listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(run.stderr).not.toContain("DBMON_API_TOKEN");
    expect(await planned).toMatchObject({ code: 0 });
  },
);

/** Starts an emulator, runs `work` with its URL, and interrupts it. */
async function whileEmulatorRuns(options: readonly string[], work: (url: string) => Promise<void>) {
  let worked: Promise<void> | undefined;
  const run = await bench.dbmon(["emulator", "--port", "0", ...options], {
    onOutput: (stdout, process) => {
      const url = /^dbmon emulator listening on (\S+)\n$/.exec(stdout)?.[1];
      if (url !== undefined) worked = work(url).finally(() => process.kill("SIGINT"));
    },
  });
  await worked;
  expect(run.code).toBe(0);
  return run;
}

it("emulator serves an environment for each name of a token", async () => {
  const file = bench.write("alerts.yaml", alerts(deployed));
  const options = ["--token", "staging=s-token", "--token", "production=p-token", "--token", "YQ=="];
  await whileEmulatorRuns(options, async (url) => {
    const count = async (DBMON_API_TOKEN: string) => {
      const { stdout } = await bench.dbmon(["list", "alerts", "--json"], {
        environment: { ...environmentOf({ url }), DBMON_API_TOKEN },
      });
      return (JSON.parse(stdout) as { alerts: readonly unknown[] }).alerts.length;
    };
    const environment = { ...environmentOf({ url }), DBMON_API_TOKEN: "s-token" };
    expect(await bench.dbmon(["apply", file, "--yes"], { environment })).toMatchObject({ code: 0 });
    expect([await count("s-token"), await count("p-token"), await count("YQ==")]).toEqual([7, 6, 6]);
  });
});

it("emulator refuses one token for two environments", async () => {
  const run = await bench.dbmon(["emulator", "--port", "0", "--token", "a=same", "--token", "b=same"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain('error: The environments "a" and "b" have the same token.');
});

it("emulator --host accepts other names of this machine, but no pages of other sites", async () => {
  const { stderr } = await whileEmulatorRuns(["--host", "0.0.0.0"], async (url) => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${url}/_emulator/health`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).once("error", reject);
      });
    expect(await ask({ Host: "emulator:8080" })).toBe(200);
    expect(await ask({ Host: "emulator:8080", Origin: "http://emulator:8080" })).toBe(200);
    expect(await ask({ Host: "emulator:8080", Origin: "http://elsewhere.example" })).toBe(403);
  });
  expect(stderr).toContain("Other machines may be able to connect, and the default tokens are not secret");
});

it("emulator reports an address that is not of this machine", async () => {
  const run = await bench.dbmon(["emulator", "--port", "0", "--host", "192.0.2.1"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain('error: The emulator cannot listen on "192.0.2.1", port 0: ');
});

it("emulator reports a port that is in use", async () => {
  const emulator = await bench.emulator();
  const run = await bench.dbmon(["emulator", "--port", new URL(emulator.url).port]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(/^error: /);
});

it.each([["version"], ["-v"], ["--version"]])("%s prints the version", async (argument) => {
  const run = await bench.dbmon([argument]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout.startsWith(manifest.version)).toBe(true);
});

it("an option does not take the next option as its value", async () => {
  const file = bench.write("alerts.yaml", alerts(deployed));
  const run = await bench.dbmon(["apply", file, "--prune", "--yes"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(
    "error: option '--prune <glob>' argument missing before --yes. To use --yes as the value, write --prune=--yes.",
  );
  const check = await bench.dbmon(["plan", "--target=-x", file], {
    environment: environmentOf({ url: "http://127.0.0.1:1" }),
  });
  expect(check.stderr).toContain('No definition is named "-x"');
});

it("provider install creates a filesystem mirror, and prints the CLI configuration for it", async () => {
  const run = await bench.dbmon(["provider", "install", "mirror"]);
  const mirror = join(bench.folder(), "mirror");
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("provider_installation {");
  expect(run.stdout).toContain(`path    = ${JSON.stringify(mirror)}`);
  expect(run.stdout).not.toContain("Installed");
  const { version } = manifest;
  const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
  for (const registry of ["registry.terraform.io", "registry.opentofu.org"]) {
    const file = join(
      mirror,
      registry,
      "dbmon",
      "dbmon",
      version,
      platform,
      `terraform-provider-dbmon_v${version}`,
    );
    expect(statSync(file).mode & 0o111).toBe(0o111);
    // Without terraform, the provider prints a message: the copy is executable.
    const started = await promisify(execFile)(file, { env: { PATH: process.env.PATH } }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    expect(started.stdout + started.stderr).toContain('"dbmon" provider');
  }
  const again = await bench.dbmon(["provider", "install", "mirror"]);
  expect(again).toMatchObject({ code: 0, stdout: run.stdout });
});

it("--version and --help go to stdout, with exit code 0", async () => {
  const commit = () => execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();
  const stdout = `${manifest.version}${executable === undefined ? "" : ` (commit ${commit()})`}\n`;
  expect(await bench.dbmon(["--version"])).toEqual({ code: 0, stdout, stderr: "" });
  const help = await bench.dbmon(["--help"]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  for (const word of ["plan", "apply", "destroy", "emulator", "provider", "DBMON_BASE_URL"]) {
    expect(help.stdout).toContain(word);
  }
});

it.each(["--help", "-h"])(
  "%s prints the generated text, which is the help of the definitions",
  async (option) => {
    expect(await bench.dbmon([option])).toEqual(await bench.dbmon(["help"]));
  },
);

it.each([
  ["diff --json", "plan"],
  ["validate alerts.yaml --online", "check"],
  ["hosts --json", "list hosts"],
  ["samples", "list query-samples"],
  ["alrets", "list alerts"],
  ["deply", "apply"],
])("%s is an unknown command that hints at %s", async (line, replacement) => {
  const run = await bench.dbmon(line.split(" "));
  expect(run.code).toBe(1);
  const [name = ""] = line.split(" ");
  expect(run.stderr).toBe(
    `error: unknown command '${name}'\n(Did you mean ${replacement}?)\nRun 'dbmon --help' for usage.\n`,
  );
  expect(run.stdout === "").toBe(!line.includes("--json"));
});

it("dbmon list explains its lists, and hints at near ones", async () => {
  const alone = await bench.dbmon(["list"]);
  expect(alone).toMatchObject({ code: 1, stdout: "" });
  expect(alone.stderr).toContain("  query-samples [options] <query-id>");
  const near = await bench.dbmon(["list", "alert"]);
  expect(near.stderr).toBe(
    "error: unknown command 'alert'\n(Did you mean alerts?)\nRun 'dbmon list --help' for usage.\n",
  );
});

it.each([
  ["plan --period 1d", "--since"],
  ["list events --from 1d", "--since"],
  ["list events --severity crit", "--level"],
  ["list alerts --env staging", "--environment"],
  ["list hosts --jsn", "--json"],
  ["plan --output plan.json", "--out"],
  ["apply --auto-approve", "--yes"],
  ["plan --max 5", "one of --max-deletes, --max-firings"],
  ["apply --force", undefined],
  ["list policies --period 1d", undefined],
])("%s has an unknown option that hints at %s", async (line, replacement) => {
  const { code, stderr } = await bench.dbmon(line.split(" "));
  const [option = ""] = /--\S+/.exec(line) ?? [];
  const hint = replacement === undefined ? "" : `(Did you mean ${replacement}?)\n`;
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error: unknown option '${option}'\n${hint}Run 'dbmon ${line.slice(0, line.indexOf(" --"))} --help' for usage.\n`,
  });
});

it("dbmon --help shows at most 24 commands", async () => {
  const { stdout } = await bench.dbmon(["--help"]);
  const commands = stdout.slice(0, stdout.indexOf("Environment:")).match(/^ {2}[a-z]/gm) ?? [];
  expect(commands.length).toBeLessThanOrEqual(24);
});

it("completion bash completes commands, options and values in bash", async () => {
  const { stdout } = await bench.dbmon(["completion", "bash"]);
  const script = bench.write("completion.bash", stdout);
  const complete = async (...words: string[]) => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const commands = `source ${script}; COMP_WORDS=(${line}); COMP_CWORD=${String(words.length - 1)}; _dbmon; echo "\${COMPREPLY[@]}"`;
    const run = await promisify(execFile)("bash", ["--norc", "-c", commands], { cwd: bench.folder() });
    return run.stdout.trim().split(" ");
  };
  expect(await complete("dbmon", "pl")).toEqual(["plan"]);
  expect(await complete("dbmon", "di")).toEqual([""]);
  expect(await complete("dbmon", "event", "cr")).toEqual(["create"]);
  expect(await complete("dbmon", "plan", "alerts.yaml", "--det")).toEqual(["--detailed-exitcode"]);
  expect(await complete("dbmon", "check", "--format", "=", "m")).toEqual(["markdown"]);
  expect(await complete("dbmon", "plan", "--out", "")).toEqual([""]);
});

it.each([
  ["help nope", "unknown command or topic 'nope'"],
  ["event help nope", "unknown command 'nope'"],
])("%s reports an unknown command", async (line, what) => {
  const args = line.split(" ");
  const run = await bench.dbmon(args);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(`error: ${what}\n`);
  const { stdout } = await bench.dbmon([...args, "--json"]);
  expect(JSON.parse(stdout)).toEqual({ version: 1, problems: [{ severity: "error", what }] });
});

describe("dbmon help TOPIC", () => {
  it("lists the topics in the help of the program", async () => {
    const { stdout } = await bench.dbmon(["help"]);
    expect(stdout).toMatch(
      /\nTopics of dbmon help TOPIC:\n {2}accept +take .*\n(?: {2}\w+ .*\n){4} {2}rules /,
    );
  });

  it.each(["adoption", "propagation", "rules"])("prints the short form of %s", async (topic) => {
    const { code, stdout, stderr } = await bench.dbmon(["help", topic]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expectShortForm(topic, stdout);
  });

  it.each(["accept", "drift", "environments"])(
    "prints that of %s above the usage of the command",
    async (topic) => {
      const { code, stdout } = await bench.dbmon(["help", topic]);
      const usage = await bench.dbmon([topic, "--help"]);
      expect(code).toBe(0);
      expect(stdout.endsWith(`\n\n${usage.stdout}`)).toBe(true);
      expectShortForm(topic, stdout.slice(0, -usage.stdout.length));
    },
  );

  it("shows the usage of other commands", async () => {
    expect(await bench.dbmon(["help", "plan"])).toEqual(await bench.dbmon(["plan", "--help"]));
  });

  it("hints at near topics and commands", async () => {
    const hintFor = async (word: string) => (await bench.dbmon(["help", word])).stderr.split("\n")[1];
    expect(await hintFor("adopton")).toBe("(Did you mean adoption?)");
    expect(await hintFor("rule")).toBe("(Did you mean rules?)");
    expect(await hintFor("aply")).toBe("(Did you mean apply?)");
  });
});

/** At most 120 words in lines that fit a terminal, with the page that explains more. */
function expectShortForm(topic: string, text: string): void {
  expect(text.split("\n", 1)).toEqual([topic.toUpperCase()]);
  expect(text.split(/\s+/).filter((word) => word !== "").length).toBeLessThanOrEqual(120);
  expect(text.split("\n").filter((line) => line.length > 79)).toEqual([]);
  const [, page = ""] = /\nMore: (docs\/\S+\.md)\s*$/.exec(text) ?? [];
  expect(existsSync(resolve(__dirname, "../../../..", page)) && page !== "").toBe(true);
}
