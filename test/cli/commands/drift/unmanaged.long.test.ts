/** `dbmon drift --fail-on-unmanaged`. */
import { alerts, commandBench, cpuHigh, deployed, environmentOf } from "../../../support/command";
import { callService } from "../../../support/emulator";

const bench = commandBench();

/** An environment with the alerts "CPU high" and "Deployed", of which the definitions have the first. */
async function setUp() {
  const emulator = await bench.emulator({ propagationSeconds: 0 });
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
  await dbmon("apply", bench.write("both.yaml", alerts(cpuHigh, deployed)), "--yes", "--parallel", "1");
  const file = bench.write("alerts.yaml", alerts(cpuHigh));
  return { emulator, drift: (...args: string[]) => dbmon("drift", file, "--window", "1", ...args) };
}

it.each([
  [["--fail-on-unmanaged"], 2],
  [["--fail-on-unmanaged", "Dep*"], 2],
  [["--fail-on-unmanaged", "CPU*"], 0],
  [["--detailed-exitcode"], 0],
])("%j exits with %d", async (flags, code) => {
  const { drift } = await setUp();
  const run = await drift(...flags, "--report", "junit=drift.xml");
  expect(run.code).toBe(code);
  // Only those that count as drift are listed, or all on request.
  expect(run.stdout.includes('unmanaged: "Deployed" (id 2)')).toBe(code === 2);
  expect((await drift(...flags, "--no-wait", "--unmanaged")).stdout).toContain(
    'unmanaged: "Deployed" (id 2)',
  );
  expect(run.stdout).toContain("Drift: 1 in sync, 0 drifted, 1 unmanaged.");
  const html = await drift(...flags, "--no-wait", "--format", "html");
  const verdict = code === 2 ? "1 alert has no definition." : "No alert has drifted: 1 in sync.";
  expect(html.stdout).toContain(verdict);
  expect(html.code).toBe(code);
  const junit = await drift(...flags, "--no-wait", "--format", "junit");
  expect(junit.stdout).toContain(code === 2 ? 'tests="2" failures="1"' : 'tests="1" failures="0"');
});

it("an unmanaged alert is read again after the window, because a deletion may not have taken effect", async () => {
  const { emulator, drift } = await setUp();
  emulator.requests.clear();
  await drift("--fail-on-unmanaged", "CPU*");
  const once = emulator.requests.list().length;
  emulator.requests.clear();
  const run = await drift("--fail-on-unmanaged");
  expect(run.stderr).toContain("1 alert differs. Reads may be stale, refetching in 1 s.");
  expect(emulator.requests.list().length).toBeGreaterThan(once);
  await callService(emulator, "DELETE", "/config/alerts/2");
  expect((await drift("--fail-on-unmanaged")).code).toBe(0);
});

it("a pattern that matches no alert is a warning with near names", async () => {
  const { drift } = await setUp();
  const run = await drift("--fail-on-unmanaged", "Deploye?");
  expect(run).toMatchObject({ code: 2, stderr: expect.not.stringContaining("matches") as string });
  const unmatched = await drift("--fail-on-unmanaged", "Deployd");
  expect(unmatched.code).toBe(0);
  expect(unmatched.stderr).toBe(
    'warning: --fail-on-unmanaged "Deployd" matches no live or defined alert.\n  Did you mean "Deployed"?\n',
  );
});

it("a source after the option is refused, because it would be the pattern", async () => {
  const { drift } = await setUp();
  const run = await drift("--fail-on-unmanaged", "both.yaml");
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(
    "argument 'both.yaml' is invalid. Must be a pattern such as 'team/*', not a file or a folder. " +
      "Name the sources before the option.",
  );
});
