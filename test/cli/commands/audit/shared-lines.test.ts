/** Several findings that need no action share a line where space is short, and are listed where a reader can filter them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type SeedAlert } from "../../../../src/emulator";
import { commandBench, environmentOf, unaligned } from "../../../support/command";
import { shopSeed } from "../../../support/emulator";

const bench = commandBench();
const alert = (name: string, disabled: 0 | 1): SeedAlert => ({
  alert: { name, annotations: "", policy: 1, type: 1, disabled, destinations: [1] },
  config: { hosts: [], host_types: [], categories: [name] },
});

it("shares a line of more than three findings in text, Markdown and annotations, and lists them in JSON, JUnit and HTML", async () => {
  const alerts = ["a", "b", "c", "d_", "e"].map((name) => alert(name, 1));
  const seed = {
    ...shopSeed(),
    events: [],
    alerts: [...alerts, ...["x", "y", "z"].map((name) => alert(name, 0))],
  };
  const emulator = await bench.emulator({ propagationSeconds: 0, seed });
  const checks = ["--only", "disabled", "--only", "silent", "--report", "html=audit.html"];
  const run = async (...form: string[]) => {
    const { stdout } = await bench.dbmon(["audit", ...checks, ...form], {
      environment: environmentOf(emulator),
    });
    return stdout;
  };
  const shared = '5 alerts are disabled: "a", "b", "c" and 2 more.';
  const text = unaligned(await run());
  expect(text).toContain(`\ninfo disabled ${shared}\n`);
  expect(text).toContain('\ninfo silent "x" has not fired in 90 days.\n');
  expect(text.match(/^info silent/gm)).toHaveLength(3);
  const markdown = await run("--format", "markdown");
  expect(markdown.replaceAll("\u2060", "")).toContain(`\n- disabled: ${shared}`);
  expect(markdown).not.toContain("d_");
  const github = await run("--format", "github");
  expect(github).toContain(`::notice title=dbmon audit::disabled: ${shared}\n`);
  expect(github.match(/^::notice/gm)).toHaveLength(4);
  const { findings } = JSON.parse(await run("--json")) as { findings: unknown[] };
  expect(findings).toHaveLength(8);
  expect((await run("--format", "junit")).match(/<skipped /g)).toHaveLength(8);
  expect(
    readFileSync(join(bench.folder(), "audit.html"), "utf8").match(/<details class="entry /g),
  ).toHaveLength(8);
});
