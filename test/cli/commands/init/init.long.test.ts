/** `dbmon init` without the network: files, errors and prompts. test/package/scaffold.long.test.ts runs the commands that it prints. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { commandBench } from "../../../support/command";
import { PackedProject } from "../../../support/packed-project";
import { npmStub, version } from "./npm-stub";

const bench = commandBench();
const root = resolve(__dirname, "../../../..");
const tarball = `vendor/dbmon-iac-${version}.tgz`;

const path = npmStub();
const init = (...args: string[]) => bench.dbmon(["init", ...args], { environment: { PATH: path() } });
const inFolder = (...path: string[]) => join(bench.folder(), ...path);
const read = (...path: string[]) => readFileSync(inFolder(...path), "utf8");

interface Manifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string) => JSON.parse(read(folder, "package.json")) as Manifest;
const filesIn = (folder: string) =>
  readdirSync(inFolder(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(inFolder(folder).length + 1));

const languages = ["typescript", "yaml", "hcl"];

it("refuses an empty folder name, and writes nothing", async () => {
  const run = await init("", "--language", "yaml");
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("command-argument value '' is invalid for argument 'dir'. Must not be empty.");
  expect(readdirSync(bench.folder())).toEqual([]);
});

it.each(languages)("writes a project in %s, and prints its files and the next commands", async (language) => {
  const run = await init("My Alerts!", "--language", language, "--json");
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const document = JSON.parse(run.stdout) as { version: number; files: string[]; next: object };
  expect(document).toMatchObject({ dbmon: 1, language, folder: inFolder("My Alerts!") });
  expect([...document.files].sort()).toEqual(filesIn("My Alerts!").sort());
  expect(document.next).toMatchObject({ install: ["cd 'My Alerts!'", "npm install", "npm test"] });

  const { name, scripts, dependencies, devDependencies } = manifestOf("My Alerts!");
  expect(name).toBe("my-alerts");
  expect({ ...dependencies, ...devDependencies }).toMatchObject({ "dbmon-iac": `file:${tarball}` });
  expect(Object.keys(scripts)).toEqual(
    expect.arrayContaining(["emulator", "check", "plan", "deploy", "drift", "test"]),
  );
  const readme = read("My Alerts!", "README.md");
  for (const [, script = ""] of readme.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script);
  expect(readme).toContain("[.github/workflows/](.github/workflows/) plans");
});

it.each([
  ["cdktn", [], "dbmon-iac/cdktn", "cdktf"],
  ["cdktn", ["--library", "cdktn"], "dbmon-iac/cdktn", "cdktf"],
  ["cdktf", ["--library", "cdktf"], "dbmon-iac", "cdktn"],
])(
  "a project for %s (%j) contains the other library nowhere",
  async (library, options, constructs, other) => {
    expect(await init("project", "--language", "typescript", ...options)).toMatchObject({ code: 0 });
    expect(read("project/main.ts")).toContain(`from "${library}"`);
    expect(read("project/alerts.ts")).toContain(`from "${constructs}"`);
    const text = read("project/package.json");
    // Only the CLI of cdktf needs the override.
    expect(text.includes("node-pty")).toBe(library === "cdktf");
    const files = ["main.ts", "alerts.ts", "alerts.test.ts", "package.json"];
    for (const file of files) expect(read("project", file)).not.toMatch(new RegExp(`\\b${other}\\b(?!\\.)`));
  },
);

it("creates a project in typescript if only the library is named", async () => {
  const { stdout } = await init("project", "--library", "cdktf", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ language: "typescript" });
});

it.each([
  ["cdkt", ["--language", "typescript"], "'cdkt' is invalid. Allowed choices are cdktn, cdktf."],
  ["cdktf", ["--language", "hcl"], "--library selects a library for typescript, but --language is hcl."],
  ["cdktn", ["--environments", "a,b"], "--library selects a library for typescript, but --language is yaml."],
])("refuses the library %s with %j, and writes nothing", async (library, options, message) => {
  const run = await init("project", ...options, "--library", library);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(message);
  expect(existsSync(inFolder("project"))).toBe(false);
});

it("packs itself into the project, from a checkout and from an installed package", () => {
  const installed = new PackedProject("cdktf");
  bench.onClose(() => {
    installed.remove();
  });
  for (const [from, main] of [
    ["checkout", join(root, "dist/cli/main.js")],
    ["package", join(installed.package, "dist/cli/main.js")],
  ] as const) {
    execFileSync(process.execPath, [main, "init", inFolder(from), "--language", "yaml"]);
    expect(manifestOf(from).devDependencies["dbmon-iac"]).toBe(`file:${tarball}`);
    const packed = execFileSync("tar", ["-tzf", inFolder(from, tarball)], { encoding: "utf8" });
    expect(packed).toMatch(/^package\/dist\/cli\/main\.js$/m);
    expect(packed).toMatch(/^package\/templates\/hcl\/alerts\.tf$/m);
  }
});

it("needs npm to pack itself, and writes nothing without it", async () => {
  mkdirSync(inFolder("bin"));
  symlinkSync(process.execPath, inFolder("bin/node"));
  const environment = { PATH: inFolder("bin") };
  const run = await bench.dbmon(["init", "project", "--language", "yaml"], { environment });
  expect(run.code).toBe(1);
  expect(run.stderr).toBe(
    "error: Cannot pack the npm package dbmon-iac into the project: npm is not on the PATH.\n" +
      "  Install npm, check that npm pack works, and run again.\n",
  );
  expect(existsSync(inFolder("project"))).toBe(false);
});

it("prints the next commands, without cd for a project in the current folder", async () => {
  const run = await init("--language", "hcl");
  expect(run.stdout.replace(inFolder(), "HERE")).toBe(
    [
      `Created in .: .github/workflows/alerts-deploy.yml, .github/workflows/alerts-drift.yml, .github/workflows/alerts-pull-request.yml, .gitignore, AGENTS.md, README.md, alerts.test.mjs, alerts.tf, dbmon.yaml, main.tf, package.json, ${tarball}`,
      "",
      "Next:",
      "  npm install",
      "  npm test",
      "",
      "In a second terminal, start the emulator of the service:",
      "  cd HERE",
      "  npm run emulator",
      "",
      "In this terminal, once the emulator is listening:",
      "  export DBMON_BASE_URL=http://127.0.0.1:8080 DBMON_API_TOKEN=demo-token",
      "  npm run init",
      "  npm run deploy -- -auto-approve",
      "",
    ].join("\n"),
  );
});

describe("an existing file", () => {
  it("is never overwritten, and a link is not followed", async () => {
    bench.write("project/README.md", "mine");
    bench.write("project/alerts", "a file where a folder has to be");
    bench.write("elsewhere/package.json", "{}");
    symlinkSync(inFolder("elsewhere/package.json"), inFolder("project/package.json"));
    const refused = await init("project", "--language", "yaml");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("The path is a symbolic link, not a file. Nothing was written.");
    expect(readdirSync(inFolder("project")).sort()).toEqual(["README.md", "alerts", "package.json"]);
    rmSync(inFolder("project/package.json"));
    const run = await init("project", "--language", "yaml");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("\nExisting files, unchanged: README.md, alerts/databases.yaml\n");
    expect(read("project/README.md")).toBe("mine");
    expect(read("elsewhere/package.json")).toBe("{}");
  });

  it("package.json gets what it lacks, as in the folder of the README, and keeps the rest", async () => {
    const existing = {
      name: "my-alerts",
      scripts: { test: 'echo "Error: no test specified" && exit 1', plan: "mine" },
      dependencies: { "dbmon-iac": "file:../dbmon-iac-0.1.0.tgz" },
    };
    bench.write("project/package.json", JSON.stringify(existing));
    bench.write("project/alerts.yaml", "alerts: []");
    const run = await init("project", "--language", "yaml");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("\nAdded to package.json: the scripts and dependencies that it lacked\n");
    expect(run.stdout).toContain(`\n  npm install ./${tarball}\n  npm test\n`);
    const { scripts, ...rest } = manifestOf("project");
    expect(rest).toEqual({ name: "my-alerts", dependencies: existing.dependencies });
    expect(scripts).toMatchObject({
      test: "dbmon test && node --test",
      plan: "mine",
      drift: "dbmon drift alerts",
    });
    expect(read("project/alerts.yaml")).toBe("alerts: []");

    bench.write("other/package.json", "[]");
    const refused = await init("other", "--language", "yaml");
    expect(refused.stderr).toContain("error: other/package.json: The file is not a JSON object.");
    expect(filesIn("other")).toEqual(["package.json"]);
  });

  it("of a fresh repository is left unchanged and named", async () => {
    const names = ["README.md", ".gitignore", ".vscode/settings.json", "LICENSE"];
    for (const name of names) bench.write(`project/${name}`, "mine");
    const run = await init("project", "--language", "yaml");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain(
      "\nExisting files, unchanged: .gitignore, .vscode/settings.json, README.md\n",
    );
    expect(run.stdout).toContain("\nAdd these lines to .gitignore:\n  node_modules/\n  dbmon-report/\n");
    for (const name of names) expect(read("project", name)).toBe("mine");
    expect(filesIn("project")).toContain("alerts/databases.yaml");
  });

  it("that is not in the project remains", async () => {
    bench.write("project/LICENSE", "mine");
    mkdirSync(inFolder("project/.github"));
    expect(await init("project", "--language", "yaml")).toMatchObject({
      code: 0,
    });
    expect(read("project/LICENSE")).toBe("mine");
    expect(filesIn("project")).toContain(".github/workflows/alerts-deploy.yml");
  });

  it("in place of the project folder is an error", async () => {
    bench.write("project", "a file");
    const run = await init("project", "--language", "yaml");
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("error: project: Cannot write the file: ");
    expect(run.stderr).toContain("Choose a writable folder.");
  });
});

describe("without --language", () => {
  it("reports the missing option if there is no terminal, in JSON too", async () => {
    const run = await init("project");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toBe(
      "error: Missing required option --language.\n  Set --language to one of typescript, yaml, hcl.\n",
    );
    const json = await init("project", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ dbmon: 1, problems: [{ severity: "error" }] });
    expect(readdirSync(bench.folder())).toEqual([]);
  });

  it.each([
    ["yaml", 0, "Created in project: "],
    ["cobol", 1, 'Unknown language "cobol".'],
  ])("prompts on a terminal, and checks the answer %s", async (answer, code, message) => {
    const main = join(root, "dist/cli/main.js");
    const command = `'${process.execPath}' '${main}' init project`;
    const script =
      process.platform === "darwin"
        ? ["-q", "/dev/null", "sh", "-c", command]
        : ["-qefc", command, "/dev/null"];
    const child = spawn("script", script, {
      cwd: bench.folder(),
      env: { ...process.env, PATH: path() },
      stdio: ["pipe", "pipe", "inherit"],
    });
    bench.onClose(() => {
      child.kill("SIGKILL");
    });
    let shown = "";
    let hasAnswered = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
      if (hasAnswered || !shown.includes("Which language (typescript, yaml, hcl)?")) return;
      hasAnswered = true;
      child.stdin.write(`${answer}\n`);
    });
    expect(await new Promise((done) => child.once("close", done))).toBe(code);
    expect(existsSync(inFolder("project/package.json"))).toBe(code === 0);
    expect(shown).toContain(message);
  });
});

it("refuses an unknown language, and lists the supported ones", async () => {
  const run = await init("--language", "cobol");
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(
    "Must be typescript (constructs), yaml (definitions files) or hcl (Terraform).",
  );
});

it.each(languages)("--ci gitlab writes the pipeline of the template, for %s", async (language) => {
  const run = await init("project", "--language", language, "--ci", "gitlab");
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(read("project/.gitlab-ci.yml")).toBe(
    readFileSync(join(root, "templates", language, ".gitlab-ci.yml"), "utf8"),
  );
  expect(filesIn("project").filter((file) => file.startsWith(".github"))).toEqual([]);
  expect(read("project/README.md")).toContain(
    "\n\n[.gitlab-ci.yml](.gitlab-ci.yml) plans and deploys them in CI",
  );
});

it("--ci none writes no CI files", async () => {
  await init("project", "--language", "yaml", "--ci", "none");
  expect(filesIn("project").filter((file) => /^\.git(?:hub|lab)/.test(file))).toEqual([]);
  expect(read("project/README.md")).toMatch(/^# Alerts\n\n.*\(alerts\)\.\n\n```sh\n/);
});

it("the CI files list the environments of --environments and their tokens", async () => {
  await init("project", "--environments", "staging,1.5", "--ci", "gitlab");
  expect(read("project/.gitlab-ci.yml")).toContain("matrix: [{ ENVIRONMENT: [staging, 1.5] }]");
  await init("p", "--environments", "staging,production");
  expect(read("p/.github/workflows/alerts-deploy.yml")).toContain("environment: [staging, production]");
  expect(read("p/.github/workflows/alerts-drift.yml")).toContain(
    "DBMON_STAGING_TOKEN: ${{ secrets.DBMON_STAGING_TOKEN }}\n          DBMON_PRODUCTION_TOKEN: ${{",
  );
  for (const file of [...filesIn("project"), ...filesIn("p")].filter((name) => name.endsWith(".yml")))
    expect(read(file.startsWith(".gitlab") ? "project" : "p", file)).not.toMatch(
      /ENVIRONMENT_(NAME|API_TOKEN|AGENT_TOKEN)/,
    );
});

describe("--environments", () => {
  const initEnvironments = (environments: string, ...options: string[]) =>
    init("project", "--environments", environments, ...options);

  it("writes dbmon.yaml and alerts with values, and the commands work in all environments", async () => {
    const run = await initEnvironments("staging,production");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain(
      "  export DBMON_STAGING_TOKEN=staging-token DBMON_PRODUCTION_TOKEN=production-token\n  npm run deploy -- --yes",
    );
    const check = await bench.dbmon(["check", "--config", "project/dbmon.yaml"]);
    expect(check).toMatchObject({
      code: 0,
      stderr: "3 alerts checked in 2 environments: 0 errors, 0 warnings.\n",
    });
    const test = await bench.dbmon(["test", "project", "--config", "project/dbmon.yaml"]);
    expect(test).toMatchObject({ code: 0, stderr: "" });
    for (const [, script = ""] of read("project/README.md").matchAll(/npm run ([\w:]+)/g))
      expect(manifestOf("project").scripts).toHaveProperty(script);
  });

  it("quotes names that YAML would not read as strings", async () => {
    expect(await initEnvironments("1.5,true")).toMatchObject({ code: 0 });
    const listed = await bench.dbmon(["list", "environments", "--config", "project/dbmon.yaml", "--json"]);
    expect(JSON.parse(listed.stdout)).toMatchObject({ environments: [{ name: "1.5" }, { name: "true" }] });
  });

  it.each([
    ["staging,staging", [], '--environments lists "staging" twice.'],
    ["a b", [], '"a b" is not a valid name of an environment.'],
    ["staging,", [], '"" is not a valid name of an environment.'],
    [
      "eu-1,eu.1",
      [],
      'The environment "eu.1" needs the variable DBMON_EU_1_TOKEN of the environment "eu-1".',
    ],
    [
      "api",
      [],
      'The environment "api" needs the variable DBMON_API_TOKEN of a connection without dbmon.yaml.',
    ],
    ["a", ["--language", "hcl"], "--environments creates a yaml project, but --language is hcl."],
  ])("reports %s %j, and writes nothing", async (environments, options, message) => {
    const run = await initEnvironments(environments, ...options);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(`error: ${message}\n`);
    expect(readdirSync(bench.folder())).toEqual([]);
  });
});
