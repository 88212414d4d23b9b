/** The diff of `dbmon accept` is a patch that git applies, as it is printed and in the document. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { load as parse } from "js-yaml";
import { alerts, commandBench, cpuHigh, deployed, environmentOf } from "../../../support/command";
import { editLive } from "../../edit-live";

const bench = commandBench();
const read = (file: string) => readFileSync(join(bench.folder(), file), "utf8");
const git = (args: readonly string[], input?: string) =>
  execFileSync("git", args, { cwd: bench.folder(), input, encoding: "utf8", stdio: "pipe" });

async function setUp(files: Readonly<Record<string, string>>) {
  const emulator = await bench.emulator({ propagationSeconds: 0 });
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
  for (const [name, text] of Object.entries(files)) bench.write(name, text);
  expect((await dbmon("apply", ".", "--yes", "--parallel", "1")).code).toBe(0);
  await editLive(emulator, 1, {}, { trigger: 0.95 });
  return {
    emulator,
    accept: (...args: string[]) => dbmon("accept", "--no-wait", ...args),
  };
}

it.each<[what: string, file: string, text: string]>([
  ["tabs", "cpu.yaml", alerts(cpuHigh).replaceAll("\n", "\t# as\tis\n")],
  ["CRLF", "cpu.yaml", alerts(cpuHigh).replaceAll("\n", "\r\n")],
  ["no line break at the end", "cpu.yaml", alerts(cpuHigh).trimEnd()],
  ["a name with spaces and a date", "cpu 2026-01-01 10:00:00.000000000 +0100.yaml", alerts(cpuHigh)],
  ["a name with tabs and line breaks", "cpu\tof\n--- a/all.yaml", alerts(cpuHigh)],
  ["a name with quotes and umlauts", 'd\\ä"t"/cpü.yaml', alerts(cpuHigh)],
])("git applies what a dry run prints for a file with %s", async (_, file, text) => {
  const { accept } = await setUp({ [file]: text });
  git(["init", "--quiet"]);
  const { code, stdout } = await accept("--dry-run");
  expect(code).toBe(0);
  git(["apply"], stdout);
  const byGit = read(file);
  expect(byGit).toBe(text.replace("trigger: 0.9", "trigger: 0.95"));
  bench.write(file, text);
  expect((await accept("--yes")).code).toBe(0);
  expect(read(file)).toBe(byGit);
});

it("a diff with other hidden characters is printed with escapes, and the document has the patch", async () => {
  const { accept } = await setUp({ "cpu.yaml": alerts(cpuHigh).replace("0.8 }", "0.8 } # \u202e") });
  const { stdout } = await accept("--dry-run");
  expect(stdout).toContain("\\u202e");
  expect(stdout).toContain(
    "\nThe diff shows hidden characters as escapes. For git apply, take the patch of --json.\n",
  );
  git(["apply"], (JSON.parse((await accept("--dry-run", "--json")).stdout) as { patch: string }).patch);
  expect(read("cpu.yaml")).toContain("trigger: 0.95");
});

it("all values of an alert that cannot be edited are listed at their places", async () => {
  const shared = `x-policy: &policy Every time\n${alerts(cpuHigh, deployed)}`.replace(
    /policy: [12]/g,
    "policy: *policy",
  );
  const { accept, emulator } = await setUp({ "cpu.yaml": shared });
  await editLive(emulator, 1, { policy: 2, annotations: "Ask Jo." });
  const { code, stdout, stderr } = await accept("--yes");
  expect(code).toBe(2);
  expect(stderr).toContain('"CPU high": policy was not edited. Its value at cpu.yaml:1:19 is shared');
  expect(stdout).toContain('cpu.yaml:3: annotations: "" -> "Ask Jo."\n');
  expect(stdout).toContain('cpu.yaml:4: policy: 1 "Every time" -> 2 "At most once every 15 minutes"\n');
  expect(stdout).toMatch(/^cpu\.yaml:\d+: trigger: 0\.9 -> 0\.95$/m);
  expect(stdout).toMatch(/Accept: 0 alerts, 1 to change in code\.\n$/);
  expect(read("cpu.yaml")).toBe(shared);
});

it("the job of the guide for GitLab proposes the patch as a merge request", async () => {
  const { accept } = await setUp({
    "alerts.yaml": alerts(cpuHigh),
    ".gitignore": "dbmon-report/\nremote.git/\n",
  });
  git(["init", "--quiet", "--bare", "remote.git"]);
  git(["-C", "remote.git", "config", "receive.advertisePushOptions", "true"]);
  git(["init", "--quiet"]);
  git(["add", "."]);
  git(["-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "--quiet", "-m", "Define alerts"]);
  const guide = readFileSync(resolve(__dirname, "../../../../docs/guides/gitlab.md"), "utf8");
  const [, job = ""] = /```yaml\n(accept-drift:\n[^`]*)```/.exec(guide) ?? [];
  const { script } = (parse(job) as { "accept-drift": { script: string[] } })["accept-drift"];
  const runJob = () =>
    execFileSync("sh", ["-ec", script.join("\n")], {
      cwd: bench.folder(),
      stdio: "pipe",
      env: {
        PATH: process.env.PATH,
        CI_PIPELINE_ID: "815",
        CI_PROJECT_PATH: "shop/alerts",
        CI_SERVER_HOST: "gitlab.example",
        GITLAB_TOKEN: "secret",
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: `url.${bench.folder()}/remote.git.insteadOf`,
        GIT_CONFIG_VALUE_0: "https://dbmon:secret@gitlab.example/shop/alerts.git",
      },
    });
  runJob();
  const document = JSON.parse((await accept("--dry-run", "--json")).stdout) as { patch: string };
  bench.write("dbmon-report/accept.patch", document.patch);
  runJob();
  expect(git(["-C", "remote.git", "show", "accept-drift-815:alerts.yaml"])).toContain("trigger: 0.95");
});
