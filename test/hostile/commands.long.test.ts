/** Hostile strings in all fields of all responses: no output of the command controls a terminal, a log or a reader of Markdown. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServiceEmulator } from "../../src/emulator";
import { expectHarmless, hostileStrings } from "../support/hostile-text";
import { toHtml } from "../support/markup";
import { dbmonCommand } from "../support/programs";
import { countCases, HostileService, isComplete, token } from "./hostile-service";

let folder = "";
let emulator: ServiceEmulator;
let service: HostileService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-hostile-"));
  const alert = (name: string) => ({ name, policy: 1, destinations: [1], event: { categories: ["a"] } });
  writeFileSync(join(folder, "alerts.json"), JSON.stringify({ alerts: [alert("A"), alert("B")] }));
  emulator = await ServiceEmulator.start({ port: 0, token });
  service = await HostileService.start(emulator.url);
});
afterAll(async () => {
  service.stop();
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

/** Each shift puts another text into each field. */
const shifts = hostileStrings.map((_, index) => index).filter((index) => isComplete || index % 6 === 0);
const commands = [
  ..."alerts destinations policies durations integrations hosts queries events"
    .split(" ")
    .flatMap((kind) => [`list ${kind}`, `list ${kind} --json`]),
  ...[
    "",
    " --json",
    ...["markdown", "html", "junit", "github"].map((format) => ` --format ${format}`),
  ].flatMap((format) => [`plan alerts.json --backtest${format}`, `drift alerts.json --no-wait${format}`]),
  ...["yaml", "hcl", "typescript"].map((language) => `export --to ${language} --out ${language} --force`),
  ...["routes --live", "routes --live --json", "doctor", "check alerts.json --online"],
].filter((_, index) => isComplete || index % 4 === 0);

const annotation = /^::(?:error|warning|notice) title=dbmon /;

async function run(command: string) {
  const variables = { DBMON_BASE_URL: service.url, DBMON_API_TOKEN: token, DBMON_MAX_RETRIES: "0" };
  const child = spawn(...dbmonCommand(...command.split(" ")), {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, output: stdout + stderr };
}

it.each(commands)("dbmon %s", async (command) => {
  service.change = (value) => value;
  expect(await run(command)).toMatchObject({ code: 0 });
  for (const shift of shifts) {
    let field = shift;
    // ReferenceStrings that the service uses as IDs stay, so that the command reads on.
    service.change = (value) =>
      typeof value === "string" && !/^([0-9a-f]{16,32}|\d+)$/i.test(value)
        ? hostileStrings[field++ % hostileStrings.length]
        : value;
    const { stdout, output } = await run(command);
    expect(output).not.toMatch(/has a bug|^\s+at .*:\d+:\d+|demo-token/m);
    expectHarmless(output.replaceAll("\u2060", ""), annotation);
    if (!command.endsWith("markdown")) continue;
    const strings = toHtml(stdout).replace(/<code>[^]*?<\/code>/g, "");
    expect(strings).not.toMatch(/@\w|#\d|<b>|<a|:\/\/\w|www\.\w/);
  }
  countCases("hostile strings in all fields of all responses, shown by a command", shifts.length);
});
