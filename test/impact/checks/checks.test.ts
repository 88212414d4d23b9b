/** Checks of definitions and plans, each as a table of facts and warnings. */
import { alertsWithSameSettings, needsOfFiring, runChecks, SeenCategories } from "../../../src/impact";
import { type AlertDefinition } from "../../../src/reconcile";
import { metricOfQuery, readHost } from "../../../src/service";
import { asLive } from "../../support/arbitrary-alerts";
import { cpuHigh, deployed } from "../../support/sample-alerts";

const place = { file: "alerts.yaml", line: 3, column: 5 };
const threshold: AlertDefinition = { ...cpuHigh, place };
const event: AlertDefinition = { ...deployed, place };
const strings = (facts: Parameters<typeof runChecks>[0]) =>
  runChecks(facts).map(({ what, where, remedy }) => [where?.field, what, remedy]);

it("nothing is checked if nothing is known", () => {
  expect(runChecks({})).toEqual([]);
  expect(runChecks({ definitions: [{ ...threshold, mute: { until: 0 } }] })).toEqual([]);
  expect(runChecks({ firing: { definitions: [threshold, event] } })).toEqual([]);
});

it.each<[string, Partial<AlertDefinition>, number]>([
  ["no destinations", { destinations: [] }, 1],
  ["destinations", {}, 0],
  ["no destinations, but disabled", { destinations: [], disabled: true }, 0],
  ["no destinations, but those of the service are kept", { destinations: [], ignore: ["destinations"] }, 0],
  ["no destinations, and another attribute is kept", { destinations: [], ignore: ["hosts"] }, 1],
])("an alert that notifies nobody: %s", (_, parts, count) => {
  const problems = runChecks({ notifying: [{ ...threshold, ...parts }] });
  expect(problems).toHaveLength(count);
  for (const problem of problems) {
    expect(problem).toMatchObject({
      code: "nobody-notified",
      severity: "warning",
      what: "The alert has no destinations, so it notifies nobody.",
      where: { ...place, subject: "CPU high" },
    });
  }
});

it("names that readers cannot tell apart, but not equal ones, which are an error", () => {
  const named = ["CPU high", "cpu  high", "CPU high", "CPU\u200b high", "CPU higher"].map((name) => ({
    ...threshold,
    name,
  }));
  expect(runChecks({ named })).toMatchObject([
    { code: "look-alike-names", severity: "warning", what: 'The name looks like "CPU high".' },
    { where: { subject: "CPU\u200b high", field: ["name"] } },
  ]);
});

it("a mute that is probably too long", () => {
  const now = Date.UTC(2026, 10, 22);
  const mute = { until: Date.UTC(2027, 10, 22) };
  expect(strings({ definitions: [threshold, { ...threshold, mute }], now })).toEqual([
    [
      ["muted", "until"],
      "The alert is muted for more than 90 days.",
      "Set an earlier end. For a mute without an end, use disabled.",
    ],
  ]);
});

describe("the check of host types for alerts that never fire", () => {
  const host = (id: number, type: string, deleted: 0 | 1 = 0) =>
    readHost({ id, name: `db-${id}`, type, deleted });
  const hosts = [host(1, "mysql"), host(2, "pgsql"), host(3, "redis", 1)];
  const check = (parts: Partial<AlertDefinition>) =>
    strings({ firing: { definitions: [{ ...threshold, ...parts }], hosts } });

  it("warns of a type without a live host", () => {
    expect(check({ host_types: ["mysql"] })).toEqual([]);
    expect(check({ host_types: ["mysq"] })).toEqual([
      [
        ["host_types", 0],
        'No live host has the type "mysq", so the alert never fires.',
        'Did you mean "mysql"?',
      ],
    ]);
    expect(check({ host_types: ["redis"] })).toHaveLength(1);
  });

  it("has no finding if another type or host remains", () => {
    const what = 'No live host has the type "x".';
    const remedy = 'Available: "mysql", "pgsql".';
    expect(check({ host_types: ["mysql", "x"] })).toEqual([[["host_types", 1], what, remedy]]);
    expect(check({ host_types: ["x"], hosts: [1] })).toEqual([[["host_types", 0], what, remedy]]);
  });

  it("ignores a disabled alert, and one that keeps the live types", () => {
    expect(check({ host_types: ["x"], disabled: true })).toEqual([]);
    expect(check({ host_types: ["x"], ignore: ["host_types"] })).toEqual([]);
    expect(check({ host_types: ["x"], ignore: ["threshold"] })).toHaveLength(1);
  });
});

describe("the check of categories for alerts that never fire", () => {
  const categories = new SeenCategories(["deploy"]);
  for (const category of ["deploy", "backup", "Caf\u00e9"]) categories.add(category);
  const check = (names: string[], parts: Partial<AlertDefinition> = {}, incomplete?: string) => {
    const definition = { ...event, condition: { kind: "event" as const, categories: names }, ...parts };
    const events = { categories, periodSeconds: 7 * 86_400, incomplete };
    return strings({ firing: { definitions: [definition, threshold], events } });
  };

  it("warns of a category without an event", () => {
    expect(check(["deploy", "Cafe\u0301"])).toEqual([]);
    expect(check(["deplo"])).toEqual([
      [
        ["event", "categories", 0],
        'No event of the last 7d has the category "deplo", so the alert would not have fired.',
        'Did you mean "deploy"?',
      ],
    ]);
    expect(check(["deploy", "zzzzzzzz"])).toEqual([
      [
        ["event", "categories", 1],
        'No event of the last 7d has the category "zzzzzzzz".',
        "To list the categories, run dbmon list events.",
      ],
    ]);
  });

  it("states a doubt if events are missing", () => {
    expect(check(["zzzzzzzz"], {}, "the limit is reached")[0]?.[1]).toMatch(
      /would not have fired\. Not all events could be read: the limit is reached\.$/,
    );
  });

  it("ignores a disabled alert, and one that keeps the live categories", () => {
    expect(check(["zzzzzzzz"], { disabled: true })).toEqual([]);
    expect(check(["zzzzzzzz"], { ignore: ["event"] })).toEqual([]);
  });
});

describe("the check of queries for alerts that never fire", () => {
  const id = "00000000000000ab";
  const metric = metricOfQuery(id, "p99_latency_us");
  const onQuery = (parts: Partial<AlertDefinition> = {}): AlertDefinition => {
    if (cpuHigh.condition.kind !== "threshold") throw new Error("CPU high is a threshold alert");
    return { ...threshold, condition: { ...cpuHigh.condition, metric }, ...parts };
  };
  const digest = { id, digest: "SELECT", firstSeen: undefined, lastSeen: undefined, tags: undefined };

  it("warns of a query that the service does not have", () => {
    const missing = new Map([[id, undefined]]);
    expect(strings({ firing: { definitions: [onQuery(), threshold, event], queries: missing } })).toEqual([
      [
        ["threshold", "metric"],
        `The service has no query with the ID ${id}, so the alert never fires.`,
        "To find the ID, run dbmon list queries.",
      ],
    ]);
    for (const queries of [new Map([[id, digest]]), new Map<string, undefined>()]) {
      expect(runChecks({ firing: { definitions: [onQuery()], queries } })).toEqual([]);
    }
    expect(runChecks({ firing: { definitions: [onQuery({ disabled: true })], queries: missing } })).toEqual(
      [],
    );
    expect(
      runChecks({ firing: { definitions: [onQuery({ ignore: ["threshold"] })], queries: missing } }),
    ).toEqual([]);
  });

  it("needs only the facts that a definition needs", () => {
    expect(needsOfFiring([threshold, event, onQuery({ host_types: ["os"] })])).toEqual({
      types: ["mysql", "mysql", "os"],
      metrics: [metric],
      categories: ["deploy", "load test"],
    });
    expect(needsOfFiring([{ ...event, disabled: true }, onQuery({ disabled: true })])).toEqual({
      types: [],
      metrics: [],
      categories: [],
    });
  });
});

describe("a new alert with the content of a live alert", () => {
  const renamed = { ...cpuHigh, name: "CPU is high" };

  it("is probably a rename", () => {
    expect(runChecks({ renames: { created: [renamed, deployed], others: [asLive(cpuHigh, 7)] } })).toEqual([
      {
        code: "probable-rename",
        severity: "warning",
        what: 'The live alert "CPU high" (id 7) has the same content, so this alert may be that one under another name.',
        where: { subject: "CPU is high", field: ["name"] },
        remedy: 'To rename it, add renamed_from: "CPU high". In Terraform, import it by its id instead.',
      },
    ]);
  });

  it("names the first of several, and no incomplete or different alert", () => {
    const live = [
      asLive(cpuHigh, 7),
      asLive({ ...cpuHigh, name: "x" }, 8),
      asLive({ ...cpuHigh, policy: 1 }, 9),
    ];
    const [problem, ...more] = runChecks({ renames: { created: [renamed], others: live } });
    expect(problem?.what).toContain('"CPU high" (id 7) (and 1 more) has');
    expect(more).toEqual([]);
    const incomplete = [{ ...asLive(cpuHigh, 7), config: undefined }];
    expect(runChecks({ renames: { created: [renamed], others: incomplete } })).toEqual([]);
  });

  it("needs only the configurations of alerts with equal settings", () => {
    const unmanaged = [asLive(cpuHigh, 7), asLive({ ...cpuHigh, policy: 1 }, 8), asLive(deployed, 9)];
    const alerts = unmanaged.map(({ alert }) => alert);
    expect(alertsWithSameSettings([renamed], alerts).map(({ id }) => id)).toEqual([7]);
  });
});

describe("alerts that fire too often", () => {
  const limit = { count: 3, windowMs: 3600_000, text: "3/h" };
  const from = Date.UTC(2026, 10, 18, 14);
  const exceeded = [{ name: "Deploys", from, isUpperBound: false }];

  it("are errors with the limit and the first time", () => {
    const [problem, doubtful] = runChecks({
      backtest: {
        result: { exceeded: [...exceeded, { name: "Other", from, isUpperBound: true }], untested: [] },
        limit,
        hasValues: false,
        completeness: undefined,
      },
    });
    expect(problem).toMatchObject({
      code: "noisy",
      severity: "error",
      what: "The alert would have fired more than 3 times within 1h from 2026-11-18T14:00:00Z, but the limit is --max-firings 3/h.",
      where: { subject: "Deploys" },
    });
    expect(doubtful?.what).toMatch(/^The alert may have fired/);
  });

  it("cannot be checked without all events", () => {
    const complete = { status: "complete" as const };
    const result = { exceeded, untested: [] };
    expect(runChecks({ backtest: { result, limit, hasValues: false, completeness: complete } })).toHaveLength(
      1,
    );
    for (const reason of ["The service failed.", "The service failed"]) {
      const completeness = { status: "failed" as const, reason };
      expect(
        runChecks({
          backtest: { result: { ...result, exceeded: [] }, limit, hasValues: false, completeness },
        }),
      ).toMatchObject([
        {
          severity: "error",
          what: "--max-firings cannot be checked, because the events of the back-test are not complete: The service failed.",
        },
      ]);
    }
  });
});
