/** The warnings of `dbmon check` are part of each report of a plan, so that a reviewer sees them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { problemUrl } from "../../../../src/diagnostics";
import { alerts, commandBench, cpuHigh, environmentOf } from "../../../support/command";

const bench = commandBench();
const definitions = alerts(
  cpuHigh.replace("reset: 0.8", "reset: 0.95").replace("CPU high", "Reset above"),
  cpuHigh.replace("CPU high", "Unnotified").replace(/^ *destinations:.*\n/m, ""),
  cpuHigh.replace("CPU high", "Muted\n    muted: { until: 2026-01-01T00:00:00Z }"),
);
const warnings = [
  "The reset value (0.95) is above the trigger value (0.9)",
  "The alert has no destinations, so it notifies nobody.",
  "The mute ended at 2026-01-01T00:00Z (",
  " days ago). The new alert is created enabled.",
];
const escaped = (text: string) => text.replace(/[()_]/g, "\\$&");

it("are in every report, in the saved plan, and in what show and apply print of it", async () => {
  const environment = environmentOf(await bench.emulator());
  const file = bench.write("alerts.yaml", definitions);
  const formats = ["markdown", "html", "json", "junit", "text"];
  const reports = formats.flatMap((format) => ["--report", `${format}=${format}.txt`]);
  const plan = await bench.dbmon(["plan", file, "--out", "plan.json", ...reports], { environment });
  expect(plan.code).toBe(0);
  const github = await bench.dbmon(["plan", file, "--format", "github"], { environment });
  const show = await bench.dbmon(["show", "plan.json"]);
  const apply = await bench.dbmon(["apply", "--plan", "plan.json", "--yes"], { environment });
  expect(apply.code).toBe(0);
  const read = (name: string) => readFileSync(join(bench.folder(), name), "utf8");
  for (const warning of warnings) {
    for (const text of [plan.stderr, show.stderr, apply.stderr, read("plan.json")])
      expect(text).toContain(warning);
    for (const format of formats) {
      expect(read(`${format}.txt`)).toContain(format === "markdown" ? escaped(warning) : warning);
    }
    expect(github.stdout).toMatch(new RegExp(`^::warning .*${warning.replace(/[.()]/g, "\\$&")}`, "m"));
  }
  const checks = ["reset-above-trigger", "nobody-notified", "mute-ended"] as const;
  expect(JSON.parse(read("json.txt"))).toMatchObject({ problems: checks.map((code) => ({ code })) });
  for (const check of checks) {
    expect(read("markdown.txt")).toContain(`[${check}](${problemUrl(check)})`);
    expect(read("html.txt")).toContain(`<a href="${problemUrl(check)}">${check}</a>`);
  }
});

it("a pattern of --prune that matches no live or defined alert is a warning with near names", async () => {
  const environment = environmentOf(await bench.emulator());
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  const file = bench.write("alerts.yaml", alerts(cpuHigh));
  await dbmon("apply", file, "--yes");
  expect((await dbmon("plan", file, "--prune", "CPU*")).stderr).toBe("");
  const what = '--prune "CPU hgh" matches no live or defined alert.';
  const plan = await dbmon("plan", file, "--prune", "CPU hgh", "--prune", "CPU*", "--out", "plan.json");
  expect(plan).toMatchObject({ code: 0, stderr: expect.stringContaining(`warning: ${what}\n`) as string });
  expect(plan.stderr).toContain('Did you mean "CPU high"?');
  expect((await bench.dbmon(["show", "plan.json", "--format", "markdown"])).stdout).toContain(
    '"CPU hgh" matches no live or defined alert.',
  );
  expect((await dbmon("plan", file, "--prune", "CPU hgh", "--target", "CPU high")).stderr).toBe("");
});
