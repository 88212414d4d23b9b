/** The projects that an executable creates: they need no Node.js, also in CI. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { repository } from "../../src/diagnostics";
import { addBackend } from "../support/ci-jobs/backend";
import { runWorkflows } from "../support/ci-jobs/github-workflow";
import { runPipeline } from "../support/ci-jobs/gitlab-pipeline";
import { CiProject } from "../support/ci-jobs/project";
import { runShell } from "../support/ci-jobs/shell-step";
import { FakeGithub } from "../support/code-hosts/fake-github";
import { FakeGitlab } from "../support/code-hosts/fake-gitlab";
import { ReleaseHost } from "../support/code-hosts/release-host";
import { executable as testedExecutable } from "../support/programs";
import { describeWithTerraform } from "../support/terraform";

if (testedExecutable === undefined)
  throw new Error("DBMON_EXECUTABLE is not set: run npm run test:executable.");
const executable = resolve(testedExecutable);
const root = resolve(__dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const deploy = "Deploy: code went out";

let folder: string;
let releases: ReleaseHost;
beforeAll(async () => {
  releases = await ReleaseHost.start();
});
afterAll(() => {
  releases.stop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-executable-init-"));
  releases.clear();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (program: string, args: readonly string[], cwd = folder, env: Record<string, string> = {}) =>
  spawnSync(program, args, { cwd, env: { PATH: process.env.PATH, ...env }, encoding: "utf8" });

const yaml = ["alerts/databases.yaml", "alerts.test.yaml"];
const hcl = ["alerts.tf", "main.tf"];
const github = ["deploy", "drift", "pull-request"].map((name) => `.github/workflows/alerts-${name}.yml`);
const gitlab = [".gitlab-ci.yml"];

it.each([
  ["yaml", "none", yaml],
  ["yaml", "github", [...yaml, ...github, "install-dbmon.sh"]],
  ["yaml", "gitlab", [...yaml, ...gitlab, "install-dbmon.sh"]],
  ["hcl", "none", hcl],
  ["hcl", "github", [...hcl, ...github, "install-dbmon.sh"]],
  ["hcl", "gitlab", [...hcl, ...gitlab, "install-dbmon.sh"]],
  ["staging,production", "none", yaml],
  ["staging,production", "github", [...yaml, ...github, "install-dbmon.sh"]],
  ["staging,production", "gitlab", [...yaml, ...gitlab, "install-dbmon.sh"]],
])("creates a project of %s with the CI system %s, without npm", (kind, ci, files) => {
  const option = kind.includes(",") ? "--environments" : "--language";
  const created = run(executable, ["init", "project", option, kind, "--ci", ci]);
  expect(created).toMatchObject({ status: 0, stderr: "" });
  expect(created.stdout.endsWith("\nNext:\n  cd project\n  cat README.md\n")).toBe(true);
  const project = join(folder, "project");
  const paths = readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1));
  expect(paths.sort()).toEqual([".gitignore", "AGENTS.md", "README.md", "dbmon.yaml", ...files].sort());
  for (const path of paths)
    expect(readFileSync(join(project, path), "utf8")).not.toMatch(
      /\bnp[mx]\b|\bnode\b|[A-Z]+_(NAME|VERSION)\b/,
    );
  // The commands of README work as written, those that need no service.
  symlinkSync(executable, join(folder, "dbmon"));
  const readme = readFileSync(join(project, "README.md"), "utf8");
  const commands = readme.match(/^dbmon (?:test|provider)\b.*/gm) ?? [];
  expect(commands).toHaveLength(1);
  const variables = { PATH: `${folder}:${process.env.PATH ?? ""}` };
  for (const command of [...commands, ...(kind === "hcl" ? [] : ["dbmon check"])])
    expect(run("sh", ["-c", command], project, variables)).toMatchObject({ status: 0 });
});

it("creates no project in TypeScript, which installs the npm package", () => {
  const { status, stderr } = run(executable, ["init", "project", "--language", "typescript"]);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^error: An executable does not contain the npm package dbmon-iac, which a project in TypeScript installs\.\n {2}Use --language yaml or hcl, or run: npx --package \.\/dbmon-iac-[\d.]+\.tgz dbmon init\.\n$/,
  );
});

const releasesUrl = () => `${releases.url}/dbmon/dbmon-iac/releases/download`;
const program = `#!/bin/sh\nexec '${executable}' "$@"\n`;

describe("install-dbmon.sh", () => {
  const script = () => readFileSync(join(folder, "install-dbmon.sh"), "utf8");
  /** The host of releases is in this process. */
  const install = () =>
    runShell(["sh", "-c"], "exec sh install-dbmon.sh", folder, {
      PATH: process.env.PATH,
      DBMON_RELEASES: releasesUrl(),
    });
  const useOwnKey = () => {
    writeFileSync(join(folder, "install-dbmon.sh"), releases.withOwnKey(script()));
  };
  beforeEach(() => {
    run(executable, ["init", ".", "--language", "yaml"]);
  });

  it("has the key of the releases, and installs the program of its version", async () => {
    expect(script()).toContain(readFileSync(join(root, "action/release-key.pem"), "utf8"));
    expect(script()).toContain(`https://github.com/${repository}/releases/download`);
    useOwnKey();
    releases.publish(version, { executable: program });
    expect(await install()).toMatchObject({ exit: 0 });
    expect(run(".dbmon/dbmon", ["--version"]).stdout).toContain(version);
  });

  it.each([
    ["a wrong checksum", { checksum: "0".repeat(64) }, true, "did NOT match"],
    ["the key of another release", { isSigned: false }, true, "Signature Verification Failure"],
    ["another key", {}, false, "Signature Verification Failure"],
  ])("fails with %s, and installs nothing", async (_, options, isOwnKey, message) => {
    if (isOwnKey) useOwnKey();
    releases.publish(version, { executable: program, ...options });
    const { exit, output } = await install();
    expect(exit).not.toBe(0);
    expect(output).toContain(message);
    expect(existsSync(join(folder, ".dbmon/dbmon"))).toBe(false);
  });

  it("names a release that does not exist", async () => {
    const { exit, output } = await install();
    expect(exit).not.toBe(0);
    expect(output).toContain("404");
  });
});

describeWithTerraform("the jobs of a project", () => {
  let project: CiProject;
  afterEach(() => project.stop());

  /** The jobs download the program from the host of releases. */
  function publish(created: CiProject): void {
    project = created;
    project.edit("install-dbmon.sh", (text) => releases.withOwnKey(text));
    project.commit("Set the key of releases");
    project.variables = { ...project.variables, DBMON_RELEASES: releasesUrl() };
    releases.publish(version, { executable: program });
  }

  it.each(["yaml", "hcl"] as const)("on GitHub plan and deploy %s", async (language) => {
    const github = await FakeGithub.start();
    try {
      publish(await CiProject.start(language, "github", executable));
      if (language === "hcl") addBackend(project, language, join(project.work, "state.tfstate"));
      for (const [event, names] of [
        ["pull_request", ["check", "plan"]],
        ["push", ["deploy"]],
        ["schedule", ["drift"]],
      ] as const) {
        const runs = await runWorkflows(project, github, { name: event });
        const failed = Object.values(runs).filter(({ exit }) => exit !== 0);
        if (failed.length > 0) throw new Error(failed.map(({ output }) => output).join("\n"));
        expect(Object.keys(runs)).toEqual(names);
      }
      expect(github.comments[0]?.body).toContain(deploy);
      expect(await project.alert(deploy)).toMatchObject({ policy: 1 });
      expect(await project.markers()).toHaveLength(1);
    } finally {
      await github.stop();
    }
  });

  it.each(["environments", "hcl"] as const)("on GitLab plan and deploy %s", async (kind) => {
    const gitlab = await FakeGitlab.start();
    try {
      publish(
        kind === "hcl"
          ? await CiProject.start(kind, "gitlab", executable)
          : await CiProject.startEnvironments("gitlab", executable),
      );
      if (kind === "hcl") addBackend(project, kind, join(project.work, "state.tfstate"));
      for (const source of ["merge_request_event", "push", "schedule"] as const) {
        const runs = await runPipeline(project, { source }, `${gitlab.origin}/api/v4`);
        const printed = JSON.stringify(runs, undefined, 2);
        if (Object.values(runs).some(({ exit }) => exit !== 0)) throw new Error(printed);
      }
      expect(gitlab.notes[0]?.body).toContain(kind === "hcl" ? deploy : "staging");
      expect(await project.alert(deploy)).toMatchObject({ policy: 1 });
    } finally {
      await gitlab.stop();
    }
  });
});
