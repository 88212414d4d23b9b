/** `dbmon init` without the network: files, errors and prompts. test/package/stories runs the commands that it prints. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { execFileSync, spawn } from "node:child_process";
import { writeScaffold } from "../../../src/cli/init/scaffold";
import { commandBench } from "../shared/command";

const bench = commandBench();
const root = resolve(__dirname, "../../..");
const tarball = "file:/packages/dbmon-iac.tgz";
const fromTarball = ["--package", tarball];
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

it.each(languages)("writes a project in %s, and prints its files and the next commands", async (language) => {
  const run = await bench.dbmon(["init", "My Alerts!", "--language", language, "--json", ...fromTarball]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const document = JSON.parse(run.stdout) as { version: number; files: string[]; next: object };
  expect(document).toMatchObject({ version: 1, language, folder: inFolder("My Alerts!") });
  expect([...document.files].sort()).toEqual(filesIn("My Alerts!").sort());
  expect(document.next).toMatchObject({ install: ["cd 'My Alerts!'", "npm install", "npm test"] });

  const { name, scripts, dependencies, devDependencies } = manifestOf("My Alerts!");
  expect(name).toBe("my-alerts");
  expect({ ...dependencies, ...devDependencies }).toMatchObject({ "dbmon-iac": tarball });
  expect(Object.keys(scripts)).toEqual(
    expect.arrayContaining(["emulator", "check", "plan", "deploy", "drift", "test"]),
  );
  const readme = read("My Alerts!", "README.md");
  for (const [, script = ""] of readme.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script);
  expect(readme).toContain("[.github/workflows/alerts.yml](.github/workflows/alerts.yml) plans");
});

it("writes the --package spec to package.json", async () => {
  await bench.dbmon(["init", ".", "--language", "yaml", "--package", 'file:../"dbmon".tgz']);
  expect(manifestOf(".").devDependencies["dbmon-iac"]).toBe('file:../"dbmon".tgz');
});

it("requires --package, unless the tarball is known, because npm has no package of this name by us", async () => {
  const run = await bench.dbmon(["init", "project"]);
  expect(run.code).toBe(1);
  expect(run.stderr).toBe(
    "error: Missing required option --language.\n  Set --language to one of typescript, yaml, hcl.\n" +
      "error: Missing required option --package.\n  dbmon-iac is not published to npm yet. Run npm pack in its repository, " +
      "and set --package file:/PATH/dbmon-iac-VERSION.tgz.\n",
  );
  expect(existsSync(inFolder("project"))).toBe(false);

  const installed = "global/node_modules/dbmon-iac";
  mkdirSync(inFolder(installed), { recursive: true });
  for (const name of ["dist", "templates", "package.json"])
    cpSync(join(root, name), inFolder(installed, name), { recursive: true });
  bench.write("dbmon-iac-0.1.0.tgz", "");
  const lock = { packages: { "node_modules/dbmon-iac": { resolved: "file:../dbmon-iac-0.1.0.tgz" } } };
  bench.write("global/node_modules/.package-lock.json", JSON.stringify(lock));
  const args = [inFolder(installed, "dist/cli/main.js"), "init", inFolder("project"), "--language", "yaml"];
  execFileSync(process.execPath, args);
  expect(manifestOf("project").devDependencies["dbmon-iac"]).toBe(`file:${inFolder("dbmon-iac-0.1.0.tgz")}`);
});

it("prints the next commands, without cd for a project in the current folder", async () => {
  const run = await bench.dbmon(["init", "--language", "hcl", ...fromTarball]);
  expect(run.stdout.replace(inFolder(), "HERE")).toBe(
    [
      "Created in .: .github/workflows/alerts.yml, .gitignore, README.md, alerts.test.mjs, alerts.tf, main.tf, package.json",
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
      "Before CI runs, copy the package into the project, so that CI can install it:",
      "  cp /packages/dbmon-iac.tgz .",
      "  npm install ./dbmon-iac-*.tgz",
      "",
    ].join("\n"),
  );
});

describe("an existing file", () => {
  it("of the project is reported and never overwritten, and nothing is written", async () => {
    bench.write("project/README.md", "mine");
    bench.write("project/alerts", "a file where a folder has to be");
    symlinkSync("nowhere", inFolder("project/package.json"));
    const run = await bench.dbmon(["init", "project", "--language", "yaml", ...fromTarball]);
    expect(run.code).toBe(1);
    expect(run.stderr).toBe(
      "error: project: Files already exist: alerts/databases.yaml, package.json. Nothing was written.\n" +
        "  Choose another folder, or move these files.\n",
    );
    expect(readdirSync(inFolder("project")).sort()).toEqual(["README.md", "alerts", "package.json"]);
    expect(read("project/README.md")).toBe("mine");
    expect(existsSync(inFolder("nowhere"))).toBe(false);
  });

  it("of a fresh repository is left unchanged and named", async () => {
    const names = ["README.md", ".gitignore", ".vscode/settings.json", "LICENSE"];
    for (const name of names) bench.write(`project/${name}`, "mine");
    const run = await bench.dbmon(["init", "project", "--language", "yaml", ...fromTarball]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain(
      "\nExisting files, unchanged: .gitignore, .vscode/settings.json, README.md\n",
    );
    expect(run.stdout).toContain("\nAdd these lines to .gitignore:\n  node_modules/\n  plan.json\n");
    for (const name of names) expect(read("project", name)).toBe("mine");
    expect(filesIn("project")).toContain("alerts/databases.yaml");
  });

  it("that is not in the project remains", async () => {
    bench.write("project/LICENSE", "mine");
    mkdirSync(inFolder("project/.github"));
    expect(await bench.dbmon(["init", "project", "--language", "yaml", ...fromTarball])).toMatchObject({
      code: 0,
    });
    expect(read("project/LICENSE")).toBe("mine");
    expect(filesIn("project")).toContain(".github/workflows/alerts.yml");
  });

  it("in place of the project folder is an error", async () => {
    bench.write("project", "a file");
    const run = await bench.dbmon(["init", "project", "--language", "yaml", ...fromTarball]);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("error: project: Cannot create the project: ");
    expect(run.stderr).toContain("Choose a writable folder.");
  });
});

describe("without --language", () => {
  it("and without a terminal it reports the missing option, in JSON too", async () => {
    const run = await bench.dbmon(["init", "project", ...fromTarball]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toBe(
      "error: Missing required option --language.\n  Set --language to one of typescript, yaml, hcl.\n",
    );
    const json = await bench.dbmon(["init", "project", "--json", ...fromTarball]);
    expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, problems: [{ severity: "error" }] });
    expect(readdirSync(bench.folder())).toEqual([]);
  });

  it.each([
    ["yaml", 0],
    ["cobol", 1],
  ])("it prompts on a terminal, and checks the answer %s", async (answer, code) => {
    const main = join(root, "dist/cli/main.js");
    const command = `'${process.execPath}' '${main}' init project --package ${tarball}`;
    const script =
      process.platform === "darwin"
        ? ["-q", "/dev/null", "sh", "-c", command]
        : ["-qefc", command, "/dev/null"];
    const child = spawn("script", script, { cwd: bench.folder(), stdio: ["pipe", "pipe", "inherit"] });
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
    if (code !== 0) expect(shown).toContain('Unknown language "cobol".');
  });
});

it("refuses an unknown language, and lists the supported ones", async () => {
  const run = await bench.dbmon(["init", "--language", "cobol"]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("Allowed choices are typescript, yaml, hcl.");
});

it.each([
  ["yaml", "dbmon"],
  ["typescript", "cdktf"],
  ["hcl", "terraform"],
])("a project in %s has the workflow that examples/ci shows for %s", (language, example) => {
  const workflow = readFileSync(join(root, "templates", language, ".github/workflows/alerts.yml"), "utf8");
  expect(workflow).toBe(readFileSync(join(root, "examples/ci/github", `${example}.yml`), "utf8"));
});

it.each([
  ["yaml", "dbmon"],
  ["typescript", "cdktf"],
  ["hcl", "terraform"],
])("--ci gitlab writes the pipeline that examples/ci shows, for %s", async (language, example) => {
  const run = await bench.dbmon([
    "init",
    "project",
    "--language",
    language,
    "--ci",
    "gitlab",
    ...fromTarball,
  ]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(read("project/.gitlab-ci.yml")).toBe(
    readFileSync(join(root, "examples/ci/gitlab", `${example}.gitlab-ci.yml`), "utf8"),
  );
  expect(filesIn("project").filter((file) => file.startsWith(".github"))).toEqual([]);
  expect(read("project/README.md")).toContain(
    "\n\n[.gitlab-ci.yml](.gitlab-ci.yml) plans and deploys them in CI",
  );
});

it("--ci none writes no CI files", async () => {
  await bench.dbmon(["init", "project", "--language", "yaml", "--ci", "none", ...fromTarball]);
  expect(filesIn("project").filter((file) => /^\.git(?:hub|lab)/.test(file))).toEqual([]);
  expect(read("project/README.md")).toMatch(/^# Alerts\n\n.*\(alerts\)\.\n\n```sh\n/);
});

it("--ci gitlab lists the environments of --environments", async () => {
  await bench.dbmon(["init", "project", "--environments", "staging,1.5", "--ci", "gitlab", ...fromTarball]);
  const text = read("project/.gitlab-ci.yml");
  await bench.dbmon(["init", "p", "--environments", "staging,production", "--ci", "gitlab", ...fromTarball]);
  const example = readFileSync(join(root, "examples/ci/gitlab/environments.gitlab-ci.yml"), "utf8");
  expect(read("p/.gitlab-ci.yml")).toBe(example);
  expect(text).toContain("      - ENVIRONMENT: [staging, 1.5]\n");
  expect(text).not.toMatch(/ENVIRONMENT_(NAME|API_TOKEN)/);
});

describe("once the action is published", () => {
  const publication = { repository: "shop/dbmon-iac", tag: "v0" };
  const scaffold = { packageSpec: "^0.2.0", environments: [], publication };

  it("a YAML project uses it, for GitHub and for GitLab", () => {
    writeScaffold({ ...scaffold, folder: inFolder("github"), language: "yaml", ci: "github" });
    const workflow = read("github/.github/workflows/alerts.yml");
    expect(workflow.match(/uses: shop\/dbmon-iac@v0\n/g)).toHaveLength(4);
    expect(workflow).not.toContain("PUBLISHED");
    writeScaffold({ ...scaffold, folder: inFolder("gitlab"), language: "yaml", ci: "gitlab" });
    expect(read("gitlab/.gitlab-ci.yml")).toContain("/shop/dbmon-iac/v0/ci/dbmon.gitlab-ci.yml\n");
  });

  it("a Terraform project keeps complete jobs", () => {
    writeScaffold({ ...scaffold, folder: inFolder("hcl"), language: "hcl", ci: "github" });
    expect(read("hcl/.github/workflows/alerts.yml")).toContain("terraform plan");
  });
});

describe("--environments", () => {
  const init = (environments: string, ...options: string[]) =>
    bench.dbmon(["init", "project", "--environments", environments, ...options, ...fromTarball]);

  it("writes dbmon.yaml and alerts with values, and the commands work in all environments", async () => {
    const run = await init("staging,production");
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

  it("writes the workflow that examples/ci shows", async () => {
    await init("staging,production");
    const example = readFileSync(join(root, "examples/ci/github/environments.yml"), "utf8");
    expect(read("project/.github/workflows/alerts.yml")).toBe(example);
  });

  it("quotes names that YAML would not read as texts", async () => {
    expect(await init("1.5,true")).toMatchObject({ code: 0 });
    const listed = await bench.dbmon(["environments", "--config", "project/dbmon.yaml", "--json"]);
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
    const run = await init(environments, ...options);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(`error: ${message}\n`);
    expect(readdirSync(bench.folder())).toEqual([]);
  });
});
