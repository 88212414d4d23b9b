/** Untrusted text of every origin is harmless in every form of output: one corpus, one sanitizer. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandBench, environmentOf } from "../support/command";
import {
  dangerous,
  expectHarmless,
  hostileLines,
  hostileStrings,
  shownStrings,
} from "../support/hostile-text";
import { untrustedHtml } from "../support/markup";

const bench = commandBench();

/** Expects that neither a link nor a mention is left for GitHub to find, besides those in code. */
function expectHarmlessMarkdown(markdown: string): void {
  // Output itself puts word joiners into links.
  expectHarmless(markdown.replaceAll("\u2060", ""));
  const text = untrustedHtml(markdown);
  expect(text).not.toMatch(/@\w|#\d|<b>|<a|\w:\/\/\w|www\.\w/);
}

const annotation = /^::(?:error|warning|notice) title=dbmon (?:check|plan|apply)[,:]/;

async function expectEveryForm(run: (...form: string[]) => ReturnType<typeof bench.dbmon>): Promise<string> {
  const [text, json, github, markdown, junit] = await Promise.all([
    run(),
    run("--json"),
    run("--format", "github"),
    run("--format", "markdown"),
    run("--format", "junit"),
  ]);
  for (const { stdout, stderr } of [text, json, junit]) expectHarmless(stdout + stderr);
  expectHarmless(github.stdout + github.stderr, annotation);
  expectHarmlessMarkdown(markdown.stdout);
  return text.stdout + text.stderr;
}

const alert = (name: string, more = {}) => ({ name, policy: 1, event: { categories: [name] }, ...more });
/** Control characters of definitions must be escaped. */
const definitions = (...alerts: readonly unknown[]) =>
  JSON.stringify({ alerts }).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );

it("text of definitions, stacks and file names is harmless in each form of a check", async () => {
  bench.write(
    "d/a\n::error::x \u001b[31m\u202e.json",
    definitions(...hostileStrings.map((name) => alert(name, { policy: name }))),
  );
  bench.write(
    "d/b.json",
    definitions(
      { [hostileLines]: 1, ...alert("b") },
      alert("c", { threshold: { alert_level: hostileLines } }),
    ),
  );
  bench.write("d/c.yaml", `${JSON.stringify(hostileLines)}: 1\nalerts: [*\u202ex, !\u009by 1]\n`);
  const stack = {
    provider: { dbmon: [{ [hostileLines]: 1 }] },
    resource: {
      [hostileLines]: { x: {} },
      dbmon_alert: {
        [hostileLines]: {
          name: `\${${hostileLines}}`,
          [hostileLines]: 1,
          count: 2,
          "//": { metadata: { path: hostileLines } },
        },
      },
    },
  };
  bench.write("s/cdk.tf.json", JSON.stringify(stack));
  const text = await expectEveryForm((...form) => bench.dbmon(["check", "d", "s/cdk.tf.json", ...form]));
  for (const escaped of shownStrings) expect(text).toContain(escaped);
});

it("text of the service and of plan files is harmless in each form of a plan, an apply and a table", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  const file = bench.write(
    "alerts.json",
    definitions(...hostileStrings.map((text) => alert(text, { annotations: hostileLines }))),
  );
  const planned = await expectEveryForm((...form) => dbmon("plan", file, "--out", "plan.json", ...form));
  for (const escaped of shownStrings) expect(planned).toContain(`"${escaped}`);
  const saved = await bench.dbmon(["show", "plan.json"]);
  expectHarmless(saved.stdout + saved.stderr);

  emulator.faults.add({ method: "POST", answer: { status: 400, body: { message: hostileLines } } });
  const failed = await dbmon("apply", file, "--yes", "--format", "github", "--report", "markdown=apply.md");
  expectHarmless(failed.stdout + failed.stderr, annotation);
  expectHarmlessMarkdown(readFileSync(join(bench.folder(), "apply.md"), "utf8"));
  emulator.faults.clear();
  const page = {
    status: 400,
    headers: { "content-type": "text/html" },
    body: `<title>${hostileLines}</title>`,
  };
  emulator.faults.add({ times: 9, answer: page });
  const refused = await dbmon("plan", file, "--format", "markdown");
  expectHarmlessMarkdown(refused.stdout);
  expect(refused.stdout).toContain("an HTML page titled");
  emulator.faults.clear();

  expect(await dbmon("apply", file, "--yes")).toMatchObject({ code: 0 });
  hostileStrings.forEach((name, index) =>
    emulator.environment().add("policies", { id: 50 + index, name, seconds: 60 }),
  );
  const table = await dbmon("list", "policies");
  expectHarmless(table.stdout);
  for (const language of ["yaml", "hcl", "typescript"]) {
    const exported = await dbmon("export", "--to", language, "--out", language);
    expectHarmless(exported.stdout + exported.stderr);
    const code = spawnSync("cat", ["-s", "--", ...filesIn(language)], {
      cwd: bench.folder(),
      encoding: "utf8",
    });
    expect(code.stdout.split("\n").filter((line) => dangerous.test(line))).toEqual([]);
  }
  expect(await dbmon("plan", "yaml", "--detailed-exitcode")).toMatchObject({ code: 0 });
});

const filesIn = (language: string) => {
  const { stdout } = spawnSync("find", [language, "-type", "f"], { cwd: bench.folder(), encoding: "utf8" });
  return stdout.split("\n").filter((file) => file !== "");
};

it("arguments, variables and the output of git are harmless", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const oneLine = hostileStrings.join(" ");
  mkdirSync(join(bench.folder(), oneLine.slice(0, 100).replaceAll("/", "")));
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], {
      cwd: bench.folder(),
    });
  git("init");
  git("commit", "--allow-empty", "-m", oneLine);
  const runs = [
    await bench.dbmon(["event", "create", "--type", oneLine, "--from-git"], {
      environment: { ...environment, DBMON_AGENT_TOKEN: emulator.agentToken },
    }),
    await bench.dbmon(["event", "create", "--type", "x", "--from-git"], {
      environment: { ...environment, GIT_DIR: `/${oneLine}` },
    }),
    await bench.dbmon(["check", `--${hostileLines}`]),
    await bench.dbmon([hostileLines]),
    await bench.dbmon(["check", hostileLines]),
    await bench.dbmon(["plan"], { environment: { DBMON_BASE_URL: hostileLines, DBMON_API_TOKEN: "x" } }),
    await bench.dbmon(["plan"], { environment: { ...environment, DBMON_LOG: hostileLines } }),
    await bench.dbmon(["doctor"], { environment: { ...environment, TERRAFORM_BINARY_NAME: hostileLines } }),
    await bench.dbmon(["init", oneLine.replaceAll("/", ""), "--language", "yaml"]),
    await bench.dbmon(["plan", "-", "--target", hostileLines, "--out", `${hostileLines}/x`], { environment }),
  ];
  for (const { stdout, stderr } of runs) expectHarmless(stdout + stderr);
  expect(runs[0]?.stdout).toContain("\\u202eevil");
});
