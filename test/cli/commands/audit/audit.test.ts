/** `dbmon audit` of environments whose faults are planted in the emulator. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { type EnvironmentSeed, type SeedAlert } from "../../../../src/emulator";
import { type EventWire } from "../../../../src/service";
import { commandBench, environmentOf, unaligned } from "../../../support/command";
import { shopSeed, takeCallCounts } from "../../../support/emulator";
import { expectHarmless, hostileStrings } from "../../../support/hostile-text";
import { untrustedHtml } from "../../../support/markup";
import { expectToMatchSchema } from "../../documents";

const bench = commandBench();
const day = 86_400;
const now = Math.floor(Date.now() / 1000);
const today = Math.floor(now / day) * day;

function event(type: string, start: number, fields: Partial<EventWire> = {}): EventWire {
  const uuid = Math.abs(start * 31 + type.length)
    .toString(16)
    .padStart(32, "0");
  return { start, type, uuid, message: type, duration: 0, level: "info", digest: "1", ...fields };
}

/** The demo's hosts and destinations: db-1 (os and mysql) and others, and `DBA team mail` with the ID 1. */
function seedWith(alerts: readonly SeedAlert[], events: readonly EventWire[] = []): EnvironmentSeed {
  const seed = shopSeed();
  return { ...seed, alerts: [...alerts], events: [...events].sort((a, b) => a.start - b.start) };
}

function eventAlert(
  name: string,
  categories: string[],
  changed: Partial<SeedAlert["alert"]> = {},
): SeedAlert {
  return {
    alert: { name, annotations: "", policy: 1, type: 1, disabled: 0, destinations: [1], ...changed },
    config: { hosts: [], host_types: [], categories },
  };
}

function thresholdAlert(
  name: string,
  config: object = {},
  changed: Partial<SeedAlert["alert"]> = {},
): SeedAlert {
  return {
    alert: { name, annotations: "", policy: 1, type: 2, disabled: 0, destinations: [1], ...changed },
    config: {
      hosts: [],
      host_types: [],
      alert_level: "warn",
      metric: "os.cpu.user_us",
      trigger: 90,
      duration: 1,
      reset: 80,
      ...config,
    },
  };
}

interface AuditedFindings {
  readonly findings: readonly {
    readonly check: string;
    readonly severity: string;
    readonly message: string;
  }[];
}

async function auditOf(seed: EnvironmentSeed, ...args: string[]) {
  const emulator = await bench.emulator({ propagationSeconds: 0, seed });
  const dbmon = (...more: string[]) =>
    bench.dbmon(["audit", ...args, ...more], { environment: environmentOf(emulator) });
  const { code, stdout, stderr } = await dbmon("--json");
  const document = JSON.parse(stdout) as AuditedFindings;
  expectToMatchSchema("audit.schema.json", document);
  const messages = document.findings
    .filter(({ check }) => check !== "destination-unused")
    .map(({ severity, check, message }) => `${severity} ${check} ${message}`);
  return { emulator, dbmon, code, stderr, document, messages };
}

/** Fires daily, so that it is not silent. */
const daily = Array.from({ length: 10 }, (_, index) => event("deploy", today - (index + 1) * day));

it("reports nothing about alerts that notify somebody when they should", async () => {
  const { code, stderr, messages } = await auditOf(seedWith([eventAlert("Deployed", ["deploy"])], daily));
  expect({ code, stderr, messages }).toEqual({ code: 0, stderr: "", messages: [] });
});

it("reports each alert by its first cause, errors first", async () => {
  const burst = Array.from({ length: 25 }, (_, index) => event("release", today - 3 * day + 60 * index));
  const { code, document, messages, dbmon } = await auditOf(
    seedWith(
      [
        { alert: eventAlert("Half", []).alert },
        eventAlert("Nobody", ["deploy"], { destinations: [] }),
        thresholdAlert("Gone", { hosts: [999] }),
        eventAlert("Deployed", ["deploy"]),
        eventAlert("Deployed again", ["deploy"]),
        eventAlert("Released", ["release"]),
        eventAlert("Off", ["deploy"], { disabled: 1, destinations: [] }),
        thresholdAlert("Backwards", { reset: 95, metric: "mysql.lag" }),
        eventAlert("released ", ["never"]),
      ],
      [
        ...daily,
        ...burst,
        event("Disk full", today - 2 * day, { level: "crit" }),
        event("note", today - day),
      ],
    ),
  );
  expect(code).toBe(0);
  expect(messages).toEqual([
    'error incomplete "Half" has no configuration: it never fires.',
    'error never-fires "Gone" watches only hosts that are deleted (host 999).',
    'error nobody-notified "Nobody" has no destination.',
    expect.stringMatching(
      /^warning unnoticed "Disk full" \(crit\), on \d{4}-\d\d-\d\d: no alert notified anybody\.$/,
    ),
    'warning redundant "Deployed again" adds nothing to "Deployed": in every situation DBA team mail is notified already.',
    'warning noisy "Released" fired 25 times, 25 on the worst day: 56 % of all notifications of DBA team mail.',
    expect.stringContaining(
      'warning reset-above-trigger "Backwards" is probably a mistake. The reset value (95)',
    ),
    'warning look-alike-names "released " looks like "Released" (id 6).',
    'info disabled "Off" is disabled.',
  ]);
  expect(document.findings[0]).toMatchObject({
    alert: { name: "Half", id: 1 },
    remedy: expect.any(String) as string,
  });
  const text = await dbmon();
  expect(text.stdout.split("\n")[0]).toBe("9 alerts, 5 hosts, 5 destinations, events of the last 90d.");
  expect(unaligned(text.stdout)).toContain(
    '\nerror incomplete "Half" has no configuration: it never fires.\n',
  );
  expect(text.stdout).toContain("\nAudit: 3 errors, 5 warnings in 9 alerts.\n");
  expect(text.stderr).toContain("Next: dbmon export --to yaml --out alerts writes");
});

it("counts recorded firings of threshold alerts, and makes no claim where several alerts can have fired", async () => {
  const fired = (metric: string, index: number, level: "warn" | "crit" = "warn") =>
    event("Threshold Alert", today - 2 * day + 60 * index, {
      host: 1,
      level,
      message: `Metric ${metric} at 99, greater than trigger threshold of 90 for 60 seconds`,
      uuid: (1000 + index).toString(16).padStart(32, "0"),
    });
  const { messages } = await auditOf(
    seedWith(
      [
        thresholdAlert("CPU"),
        thresholdAlert("Lag", { metric: "mysql.lag", reset: 70 }),
        thresholdAlert("Lag (copy)", { metric: "mysql.lag" }),
        thresholdAlert("Quiet", { metric: "mysql.quiet" }),
        thresholdAlert("Lonely", { metric: "mysql.lonely" }, { disabled: 1, destinations: [] }),
      ],
      [
        ...Array.from({ length: 20 }, (_, index) => fired("os.cpu.user_us", index)),
        fired("mysql.lag", 30),
        fired("mysql.lonely", 40),
      ],
    ),
  );
  expect(messages).toEqual([
    expect.stringMatching(/^warning unnoticed "Threshold Alert" \(warn\) on db-1.shop.example, on /),
    'warning redundant "Lag" adds nothing to "Lag (copy)": in every situation DBA team mail is notified already.',
    'warning noisy "CPU" fired 20 times, 20 on the worst day: 100 % of all notifications of DBA team mail.',
    'info disabled "Lonely" is disabled.',
    'info silent "Quiet" has not fired in 90 days.',
  ]);
});

it("reports hosts that critical alerts leave out, and overlaps with their situation", async () => {
  const { messages, document } = await auditOf(
    seedWith(
      [
        thresholdAlert("Critical", { hosts: [1], alert_level: "crit", trigger: 95 }),
        thresholdAlert("Warning", { hosts: [1] }),
        eventAlert("Deployed", ["deploy"]),
      ],
      daily,
    ),
    "--only",
    "overlap",
    "--only",
    "uncovered-host",
  );
  expect(messages.filter((message) => message.includes("overlap"))).toEqual([
    'info overlap "Critical" and "Warning" notify DBA team mail at the same instant.',
  ]);
  expect(messages.some((message) => message.startsWith("warning uncovered-host"))).toBe(true);
  expect(document.findings.find(({ check }) => check === "overlap")).toMatchObject({
    evidence: [expect.stringMatching(/^At \d+ on db-1.*for /)],
  });
});

it("selects findings by check and alert, and exits with 2 only for the severity of --fail-on", async () => {
  const seed = seedWith([{ alert: eventAlert("Half", []).alert }, eventAlert("Off", ["x"], { disabled: 1 })]);
  const { dbmon } = await auditOf(seed);
  expect((await dbmon("--fail-on", "error")).code).toBe(2);
  expect((await dbmon("--fail-on", "error", "--only", "disabled")).code).toBe(0);
  expect((await dbmon("Off", "--fail-on", "warning")).code).toBe(0);
  const unknown = await dbmon("--only", "incomplet");
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain(
    '--only: There is no check with the name "incomplet".\n  Did you mean "incomplete"?',
  );
  const unmatched = await dbmon("Haf");
  expect(unmatched.stderr).toContain('warning: No alert matches "Haf".\n  Did you mean "Half"?');
});

it("accepts findings by the configuration, with their reasons, and warns of exceptions without a finding", async () => {
  const seed = seedWith([{ alert: eventAlert("Half", []).alert }, eventAlert("Rare", ["x"])]);
  const emulator = await bench.emulator({ propagationSeconds: 0, seed });
  bench.write(
    "dbmon.yaml",
    `environments:
  shop: { base_url: "${emulator.url}", api_token: { env: DBMON_SHOP } }
audit:
  except:
    - { check: silent, alerts: "Ra*", reason: Rare by nature. }
    - { check: noisy, reason: Not yet. }
`,
  );
  const environment = { DBMON_SHOP: environmentOf(emulator)["DBMON_API_TOKEN"] ?? "" };
  const { stdout, stderr } = await bench.dbmon(["audit", "--json"], { environment });
  const document = JSON.parse(stdout) as { exceptions: unknown[]; findings: { check: string }[] };
  expectToMatchSchema("audit.schema.json", document);
  expect(document.findings.map(({ check }) => check)).not.toContain("silent");
  expect(document.exceptions).toEqual([
    {
      check: "silent",
      message: '"Rare" has not fired in 90 days.',
      alert: { name: "Rare", id: 2 },
      reason: "Rare by nature.",
    },
  ]);
  expect(stderr).toContain("dbmon.yaml:6:7: The exception of the check noisy accepts no finding.");
});

it("reports live alerts that do not satisfy the rules of the configuration", async () => {
  const seed = seedWith(
    [
      eventAlert("Deployed", ["deploy"]),
      eventAlert("Shop: deployed", ["deploy", "x"], { destinations: [2] }),
    ],
    daily,
  );
  const emulator = await bench.emulator({ propagationSeconds: 0, seed });
  bench.write(
    "dbmon.yaml",
    `environments:
  shop: { base_url: "${emulator.url}", api_token: { env: DBMON_SHOP } }
rules:
  - { name: team, expression: 'alert.name.startsWith("Shop: ")', message: Begin the name with the team. }
  - { name: mail, expression: '!("#db-alerts" in alert.destinations)', severity: warning }
`,
  );
  const environment = { DBMON_SHOP: environmentOf(emulator)["DBMON_API_TOKEN"] ?? "" };
  const { stdout, code } = await bench.dbmon(["audit", "--only", "rules", "--json"], { environment });
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as AuditedFindings).findings).toEqual([
    {
      check: "rules",
      severity: "error",
      message: '"Deployed" does not satisfy the rule "team" (dbmon.yaml:4).',
      alert: { name: "Deployed", id: 1 },
      evidence: [],
      remedy: "Begin the name with the team.",
    },
  ]);
});

it("requests each runbook once with --check-links, without a token, and reports those that cannot be read", async () => {
  const requests: string[] = [];
  const server = createServer(({ method = "", url = "", headers }, response) => {
    requests.push(`${method} ${url}`);
    expect([headers.authorization, headers.cookie]).toEqual([undefined, undefined]);
    const answers: Readonly<Record<string, [status: number, location?: string]>> = {
      "HEAD /ok": [200],
      "HEAD /only-get": [405],
      "GET /only-get": [200],
      "HEAD /moved": [302, "/ok"],
    };
    const [status, location] = url === "/loop" ? [301, "/loop"] : (answers[`${method} ${url}`] ?? [404]);
    response.writeHead(status, location === undefined ? {} : { location }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  bench.onClose(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const linking = (path: string, categories: string[]) =>
    eventAlert(`To ${path}`, categories, { annotations: `Runbook: ${address}${path}` });
  const paths = ["/ok", "/only-get", "/moved", "/loop", "/gone"];
  const seed = seedWith([
    ...paths.map((path, index) => linking(path, [`x${index}`])),
    linking("/gone", ["y"]),
  ]);
  const { messages, dbmon } = await auditOf(seed, "--only", "dead-runbook");
  expect({ messages, requests }).toEqual({ messages: [], requests: [] });
  const { stdout } = await dbmon("--check-links", "--json");
  expect((JSON.parse(stdout) as AuditedFindings).findings.map(({ message }) => message)).toEqual([
    '"To /gone" links to a runbook that answers 404.',
    '"To /gone" links to a runbook that answers 404.',
    '"To /loop" links to a runbook that redirects more than 5 times.',
  ]);
  expect(requests.filter((request) => request.endsWith("/gone"))).toEqual(["HEAD /gone", "GET /gone"]);
});

it("reads each list once, each configuration once, and writes nothing", async () => {
  const { emulator } = await auditOf(
    seedWith([eventAlert("Deployed", ["deploy"]), thresholdAlert("CPU")], daily),
  );
  const { "GET /events": events = 0, ...calls } = takeCallCounts(emulator);
  expect(calls).toEqual({
    "GET /config/alerts": 1,
    "GET /config/alerts/ID/config": 2,
    "GET /config/destinations": 1,
    "GET /config/alert-opts/policy": 1,
    "GET /config/alert-opts/durations": 1,
    "GET /hosts": 1,
  });
  expect(events).toBeLessThanOrEqual(3);
});

it("shows hostile names harmlessly in each form", async () => {
  const name = hostileStrings.join(" ");
  const emulator = await bench.emulator({
    propagationSeconds: 0,
    seed: seedWith(
      [
        { alert: eventAlert(name, []).alert },
        eventAlert(`${name} a`, [name]),
        eventAlert(`${name} b`, [name]),
        eventAlert(`${name} c`, [`${name} d`], { destinations: [] }),
      ],
      [event(name, today - day, { level: "crit", host: 1 }), event(`${name} d`, today - day)],
    ),
  });
  const run = (...form: string[]) =>
    bench.dbmon(["audit", ...form], { environment: environmentOf(emulator) });
  const [text, json, junit, github, markdown] = await Promise.all([
    run(),
    run("--json"),
    run("--format", "junit"),
    run("--format", "github"),
    run("--format", "markdown"),
  ]);
  expect(text.stdout).toContain("redundant");
  for (const { stdout, stderr } of [text, json, junit]) expectHarmless(stdout + stderr);
  expectHarmless(github.stdout + github.stderr, /^::(?:error|warning|notice) title=dbmon audit:/);
  expect(untrustedHtml(markdown.stdout)).not.toMatch(/@\w|#\d|<b>|<a|\w:\/\/\w|www\.\w/);
});

it("says that firings were not checked if the token cannot read events", async () => {
  const emulator = await bench.emulator({
    propagationSeconds: 0,
    seed: seedWith([eventAlert("Rare", ["x"])]),
  });
  emulator.faults.add({ method: "GET", path: "*/events", answer: { status: 403, body: {} } });
  const run = await bench.dbmon(["audit"], { environment: environmentOf(emulator) });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain("warning: Firings were not checked, because the events cannot be read");
  expect(run.stdout).not.toContain("silent");
});
