/** The audit of `dbmon pipeline`, and its issue: opened, updated and closed, on GitHub. */
import { type SeedAlert, type ServiceEmulator } from "../../../../src/emulator";
import { FakeGithub } from "../../../support/code-hosts/fake-github";
import { commandBench } from "../../../support/command";
import { callService, shopSeed } from "../../../support/emulator";
import { hostileStrings } from "../../../support/hostile-text";
import { untrustedHtml } from "../../../support/markup";
import { runStep } from "./github";

const bench = commandBench();
let github: FakeGithub;
let emulator: ServiceEmulator;
const incomplete = (name: string): SeedAlert => ({
  alert: { name, annotations: "", policy: 1, type: 1, disabled: 0, destinations: [1] },
});
const start = async (...names: string[]) => {
  emulator = await bench.emulator({
    propagationSeconds: 0,
    seed: { ...shopSeed(), alerts: names.map(incomplete), events: [] },
  });
};
beforeEach(async () => {
  github = await FakeGithub.start();
});
afterEach(() => github.stop());

const audit = (inputs: Readonly<Record<string, string>> = { "on-findings": "issue" }) =>
  runStep(bench, github, emulator, { inputs: { command: "audit", ...inputs } });

it("opens one issue, changes nothing while the findings stay, updates it, and closes it when none needs action", async () => {
  await start("First", "Second");
  const first = await audit();
  expect(first).toMatchObject({ code: 0, outputs: { changes: "true", "exit-code": "2" } });
  expect(first.stderr).toContain("Opened an issue for the findings.");
  expect(github.labels).toEqual(["dbmon-audit"]);
  const [issue] = github.issues;
  expect(issue).toMatchObject({
    title: "Live alerts need attention",
    labels: ["dbmon-audit"],
    state: "open",
  });
  expect(issue?.body).toMatch(
    /^<!-- dbmon audit [0-9a-f]{16} audit=[0-9a-f]{16} reported=\S+ -->\n### Audit: 2 errors, 0 warnings in 2 alerts\./,
  );

  const writes = github.writes.length;
  expect((await audit()).code).toBe(0);
  expect(github.writes.slice(writes)).toEqual([]);

  await callService(emulator, "DELETE", "/config/alerts/1");
  expect((await audit()).stderr).toContain("Updated issue 1, because the findings changed.");
  expect(github.issues.map(({ body }) => body)).toEqual([
    expect.stringContaining("1 error, 0 warnings in 1 alert"),
  ]);

  await callService(emulator, "DELETE", "/config/alerts/2");
  const last = await audit();
  expect(last).toMatchObject({ code: 0, outputs: { changes: "false", "exit-code": "0" } });
  expect(last.stderr).toContain("Closed issue 1: no finding is an error or a warning.");
  // The destination that no alert notifies is listed, and needs no action.
  expect(last.stdout).toContain("destination-unused");
  expect(github.issues).toMatchObject([{ state: "closed", stateReason: "completed" }]);
});

it("changes no issue if the audit fails, and without one the findings fail the job", async () => {
  await start("First");
  emulator.faults.add({ method: "GET", path: "*/config/alerts", answer: { status: 403, body: {} } });
  const failed = await audit();
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("The audit issue was not changed because the audit failed.");
  emulator.faults.clear();
  expect(await audit({})).toMatchObject({ code: 2, outputs: { changes: "true", "exit-code": "2" } });
  expect(github.writes).toEqual([]);
});

it("reports inputs that an audit does not have", async () => {
  await start();
  const { code, stderr } = await audit({ sources: "alerts.yaml", backtest: "true", "on-findings": "no" });
  expect(code).toBe(1);
  expect(stderr).toContain("dbmon audit does not support the input sources.");
  expect(stderr).toContain("dbmon audit does not support the input backtest.");
  expect(stderr).toContain('Invalid input on-findings: "no".\n  Set it to one of fail, issue.');
});

it("shows hostile names harmlessly in the issue", async () => {
  await start(...hostileStrings.map((text, index) => `${index} ${text}`));
  expect((await audit()).code).toBe(0);
  const [body = ""] = untrustedHtml(github.issues[0]?.body ?? "").split("<p>Commit ");
  expect(body).not.toMatch(/@\w|#\d|<b>|<a|\w:\/\/\w|www\.\w/);
});
