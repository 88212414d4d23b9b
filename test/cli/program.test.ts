/** The command line of `dbmon`: the version, and commands and options that are unknown or incomplete. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { alerts, commandBench, deployed, environmentOf } from "../support/command";
import { parseCommandLine } from "../support/command-line";
import { executable } from "../support/programs";

const bench = commandBench();
const { version } = JSON.parse(readFileSync(resolve(__dirname, "../../package.json"), "utf8")) as {
  version: string;
};

it.each([["version"], ["-v"], ["--version"]])("%s prints the version", async (argument) => {
  const run = await bench.dbmon([argument]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout.startsWith(version)).toBe(true);
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

it("a source after --prune is refused, because it would be the pattern", async () => {
  bench.write("alerts/a.yaml", alerts(deployed));
  for (const args of [
    ["apply", "--yes"],
    ["plan", "alerts"],
  ]) {
    const run = await bench.dbmon([...args, "--prune", "alerts"]);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(
      "option '--prune <glob>' argument 'alerts' is invalid. Must be a pattern such as 'team/*', not a file",
    );
  }
});

it("--version and --help go to stdout, with exit code 0", async () => {
  const commit = () => execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();
  const stdout = `${version}${executable === undefined ? "" : ` (commit ${commit()})`}\n`;
  expect(await bench.dbmon(["--version"])).toEqual({ code: 0, stdout, stderr: "" });
  const help = await bench.dbmon(["--help"]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  for (const word of ["plan", "apply", "destroy", "emulator", "provider", "DBMON_BASE_URL"]) {
    expect(help.stdout).toContain(word);
  }
});

it.each([
  ["diff --json", "plan"],
  ["validate alerts.yaml --online", "check"],
  ["hosts --json", "list hosts"],
  ["samples", "list query-samples"],
  ["alrets", "list alerts"],
  ["deply", "apply"],
])("%s is an unknown command that hints at %s", async (line, replacement) => {
  const run = await parseCommandLine(line.split(" "));
  expect(run.code).toBe(1);
  const [name = ""] = line.split(" ");
  expect(run.stderr).toBe(
    `error: unknown command '${name}'\n(Did you mean ${replacement}?)\nRun 'dbmon --help' for usage.\n`,
  );
  expect(run.stdout === "").toBe(!line.includes("--json"));
});

it("dbmon list explains its lists, and hints at near ones", async () => {
  const alone = await parseCommandLine(["list"]);
  expect(alone).toMatchObject({ code: 1, stdout: "" });
  expect(alone.stderr).toContain("  query-samples [options] <query-id>");
  const near = await parseCommandLine(["list", "alert"]);
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
  ["plan -out plan.json", "--out"],
  ["apply -yes", "--yes"],
  ["plan --max 5", "one of --max-deletes, --max-firings"],
  ["apply --force", undefined],
  ["list policies --period 1d", undefined],
])("%s has an unknown option that hints at %s", async (line, replacement) => {
  const { code, stderr } = await parseCommandLine(line.split(" "));
  const [option = ""] = / (-\S+)/.exec(line)?.slice(1) ?? [];
  const hint = replacement === undefined ? "" : `(Did you mean ${replacement}?)\n`;
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error: unknown option '${option}'\n${hint}Run 'dbmon ${line.slice(0, line.indexOf(" -"))} --help' for usage.\n`,
  });
});

it.each([
  ["plan --no-color", "Set the variable NO_COLOR to 1."],
  ["plan --base-url https://a.example", "Set the variable DBMON_BASE_URL."],
  ["help mute", "To mute an alert, set muted in its definition. See docs/guides/muting.md."],
  ["mute", "To mute an alert, set muted in its definition. See docs/guides/muting.md."],
])("%s is answered with what to do instead", async (line, remedy) => {
  const { code, stderr } = await parseCommandLine(line.split(" "));
  expect(code).toBe(1);
  expect(stderr).toContain(`'\n(${remedy})\n`);
});

it("does not print the value of an unknown option, which can be a token", async () => {
  const { code, stderr } = await parseCommandLine(["plan", "--token=s3cret"]);
  expect(code).toBe(1);
  expect(stderr).toContain("error: unknown option '--token'\n(Set the variable DBMON_API_TOKEN.");
  expect(stderr).not.toContain("s3cret");
});
