/** `dbmon demo` goes through all steps, and leaves nothing behind. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandBench } from "../../../support/command";
import { describeWithTerraform } from "../../../support/terraform";

const bench = commandBench();
const steps = [
  "1. Find what is wrong with the alerts that exist",
  "2. Define an alert",
  "3. Deploy it",
  "4. Cause drift",
  "5. Find the drift",
  "6. Write a report for reviewers",
  "7. Repair the drift",
  "8. Prove that a page arrives",
];

/** Runs with a temporary folder and a home folder of its own. */
async function demo(args: readonly string[], options: { PATH?: string; stopAt?: string } = {}) {
  const [TMPDIR, HOME] = [join(bench.folder(), "tmp"), join(bench.folder(), "home")];
  for (const folder of [TMPDIR, HOME]) mkdirSync(folder, { recursive: true });
  const { stopAt, ...variables } = options;
  const run = await bench.dbmon(["demo", ...args], {
    environment: { TMPDIR, HOME, ...variables },
    onOutput: (text, child) => {
      if (stopAt !== undefined && text.includes(stopAt)) child.kill("SIGINT");
    },
  });
  const left = [TMPDIR, HOME].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }));
  return { ...run, left };
}

const onlyReport = [
  expect.stringMatching(/^dbmon-demo-\w+$/),
  expect.stringMatching(/^dbmon-demo-\w+.report\.html$/),
];

const headings = (stdout: string) => stdout.split("\n").filter((line) => /^\d\. /.test(line));

it("goes through all steps with --yes, leaves only its report, and says what to do next", async () => {
  const { code, stdout, stderr, left } = await demo(["--yes"]);
  expect({ code, stderr, left }).toEqual({ code: 0, stderr: "", left: onlyReport });
  expect(headings(stdout)).toEqual(steps);
  expect(stdout).toMatch(/^The emulator of the service listens on http:\/\/127\.0\.0\.1:\d+\./);
  expect(stdout).toMatch(
    /^ {3}\| ~ "Deploy: code went out" was updated \(id \d+\): disabled true -> false$/m,
  );
  const address = /^Open the report in a browser: (file:\S+)$/m.exec(stdout)?.[1] ?? "";
  expect(readFileSync(new URL(address), "utf8")).toContain("Deploy: code went out");
  expect(stdout.trimEnd()).toMatch(
    /Next, create a project of your own: dbmon init my-alerts --language yaml$/,
  );
});

it("keeps the project and the report in the folder of --keep, which must be new", async () => {
  const { code, stdout, left } = await demo(["--yes", "--keep", "mine"]);
  expect({ code, left }).toEqual({ code: 0, left: [] });
  const folder = join(bench.folder(), "mine");
  expect(stdout).toContain(`The project and the report are in ${folder}.`);
  expect(readFileSync(join(folder, "report.html"), "utf8")).toContain("Deploy: code went out");
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["alerts.yaml", "report.html"]));
  const again = await demo(["--yes", "--keep", "mine"]);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain("The folder is not empty. Nothing was written.");
});

it.each(["3. Deploy it", "6. Write a report"])("leaves nothing behind after Ctrl-C at %s", async (stopAt) => {
  const { code, stderr, left } = await demo(["--yes"], { stopAt });
  expect({ code, left }).toEqual({ code: 1, left: [] });
  expect(stderr).toContain("Stopped. Nothing is left behind.");
});

it("needs --yes without a terminal", async () => {
  expect(await demo([])).toMatchObject({
    code: 1,
    stdout: "",
    left: [],
    stderr: "error: There is no terminal in which to press Enter.\n  Add --yes.\n",
  });
});

it("says that HCL needs terraform or tofu where neither is on the PATH", async () => {
  mkdirSync(join(bench.folder(), "empty"));
  const run = await demo(["--language", "hcl", "--yes"], { PATH: join(bench.folder(), "empty") });
  expect(run).toMatchObject({ code: 1, stdout: "", left: [] });
  expect(run.stderr).toContain("The demo with HCL needs terraform or tofu on the PATH.");
});

it("synthesizes alerts in TypeScript", async () => {
  const { code, stdout, left } = await demo(["--language", "typescript", "--yes"]);
  expect({ code, left }).toEqual({ code: 0, left: onlyReport });
  expect(headings(stdout)).toEqual(steps);
  expect(stdout).toContain('from "cdktn"');
});

describeWithTerraform("the demo in HCL", () => {
  it("brings its own provider", async () => {
    const { code, stdout, left } = await demo(["--language", "hcl", "--yes"]);
    expect({ code, left }).toEqual({ code: 0, left: onlyReport });
    expect(headings(stdout)).toEqual(steps);
    expect(stdout).toContain('| provider "dbmon" {}');
    expect(stdout).toContain("Apply complete! Resources: 0 added, 1 changed, 0 destroyed.");
  });
});
