/** Which live alerts recorded firings belong to, and what they prove about a change. */
import {
  Backtest,
  describeRecorded,
  type LiveThresholdAlert,
  recordedNotes,
  runChecks,
} from "../../../src/impact";
import { backtestSchemas } from "../../../src/plan-document";
import { type Host, readHost, type ServiceEvent } from "../../../src/service";
import { day, durations, hosts, period, policies, until } from "../backtest-fixture";

type Settings = Partial<LiveThresholdAlert["config"]["condition"]> &
  Partial<
    Pick<LiveThresholdAlert, "policy" | "disabled" | "destinations"> &
      Pick<LiveThresholdAlert["config"], "hosts" | "host_types">
  >;

function live(id: number, name: string, settings: Settings = {}): LiveThresholdAlert {
  const {
    policy = 2,
    disabled = false,
    destinations = [1],
    hosts: ids = [],
    host_types = [],
    ...condition
  } = settings;
  const defaults = { alert_level: "crit", metric: "os.cpu", trigger: 90, reset: 80, duration: 1 } as const;
  const config = {
    hosts: ids,
    host_types,
    condition: { kind: "threshold" as const, ...defaults, ...condition },
  };
  return { id, name, policy, disabled, destinations, config };
}

const hour = Date.UTC(2026, 10, 18, 14) / 1000;

function fired(
  message: string,
  { start = hour, host = 1, level = "crit", type = "Threshold Alert" } = {},
): ServiceEvent {
  return { start, type, message, host, level, duration: 0, uuid: undefined, digest: undefined };
}

const cpu = (trigger = 90, seconds = 60) =>
  `Metric os.cpu at 99, greater than trigger threshold of ${trigger} for ${seconds} seconds`;

interface Run {
  readonly alerts?: readonly LiveThresholdAlert[];
  readonly after?: LiveThresholdAlert | undefined;
  readonly status?: "complete" | "incomplete" | "failed";
  readonly type?: string;
  readonly limit?: { readonly count: number; readonly windowMs: number; readonly text: string };
  readonly values?: readonly number[];
  readonly hosts?: readonly Host[];
}

/** Tests a change of the first alert. */
function run(events: readonly ServiceEvent[], options: Run = {}) {
  const {
    alerts = [live(1, "CPU")],
    status = "complete",
    type = "Threshold Alert",
    limit,
    values = [],
  } = options;
  const before = alerts[0];
  const after = "after" in options ? options.after : before;
  const backtest = new Backtest({
    subjects: [{ name: "CPU", before, after, live: 1 }],
    hosts: options.hosts ?? hosts,
    policies: [...policies, { id: 4, name: "Daily", intervalSeconds: day }],
    durations: [...durations, { id: 3, name: "5m", seconds: 300 }],
    period,
    recorded: { type, alerts },
    maxFirings: limit,
  });
  values.forEach((value, index) => {
    backtest.addMetricValue({ at: (hour + index * 60) * 1000, host: "db-1", metric: "os.cpu", value });
  });
  for (const event of events) backtest.addEvents([event]);
  const result = backtest.result(status === "complete" ? { status } : { status, reason: "no reason" });
  const recorded = backtestSchemas().recordedFirings.parse(result.recorded.get("CPU"));
  backtestSchemas().backtest.parse(result.history);
  const problems =
    limit && runChecks({ backtest: { result, limit, completeness: undefined, hasValues: false } });
  return { ...result, result: recorded, text: describeRecorded(recorded, result.history), problems };
}

describe("a firing belongs to", () => {
  it("the alert with its level, host and metric", () => {
    const others = [
      live(2, "Lag", { metric: "os.cpu.lag" }),
      live(3, "Warn", { alert_level: "warn" }),
      live(4, "Other", { hosts: [2] }),
    ];
    const { result, text, history } = run([fired(cpu()), fired(cpu(), { start: hour + 60 })], {
      alerts: [live(1, "CPU"), ...others],
    });
    expect(result).toMatchObject({ firings: 2, ambiguous: 0, older_definition: 0 });
    expect(text).toBe(
      "Recorded: fired 2 times in 14d (busiest hour 2, 2026-11-18 14:00Z). Firings: unchanged.",
    );
    expect(history).toMatchObject({ recorded: { firings: 2, unattributed: 0 }, events: 2 });
  });

  it("one of several alerts, in any order", () => {
    const { result, text } = run([fired(cpu())], {
      alerts: [live(1, "CPU"), live(2, "Copy", { disabled: true, host_types: ["mysql"] })],
    });
    expect(result).toMatchObject({ firings: 0, ambiguous: 1, candidates: ["CPU", "Copy"] });
    expect(text).toBe(
      "Recorded: fired at least 0 times in 14d. 1 more: one of CPU, Copy. Firings: unchanged.",
    );
  });

  it("one of the alerts of its level and host if it names no metric", () => {
    const alerts = [
      live(1, "CPU"),
      live(2, "Disk, full", { metric: "disk" }),
      live(3, "Warn", { alert_level: "warn" }),
    ];
    expect(run([fired("Too high")], { alerts }).text).toContain('1 more: one of CPU, "Disk, full".');
    expect(run([fired("Too high")]).text).toContain("1 more: the messages do not name its metric.");
    const many = Array.from({ length: 12 }, (_, index) => live(index + 1, `A${index}`));
    expect(run([fired("Too high")], { alerts: many }).text).toContain(
      "1 more: one of A0, A1, A2 and others.",
    );
  });

  it("first the alerts whose trigger and duration it names", () => {
    const alerts = [live(1, "CPU"), live(2, "Higher", { trigger: 95 })];
    expect(run([fired(cpu()), fired(cpu(95))], { alerts }).result).toMatchObject({
      firings: 1,
      ambiguous: 0,
      older_definition: 0,
    });
    // The length of the duration is unknown.
    expect(
      run([fired(cpu())], { alerts: [live(1, "CPU"), live(2, "B", { duration: 2 })] }).result,
    ).toMatchObject({ firings: 0, ambiguous: 1 });
  });

  it.each([cpu(85), cpu(90, 300)])("an older definition if all have others: %s", (message) => {
    const after = live(1, "CPU", { trigger: 95 });
    const { result, text } = run([fired(cpu()), fired(message)], { after });
    expect(result).toMatchObject({ firings: 1, older_definition: 1, after: { bound: "unknown" } });
    expect(text).toContain("1 more: under an older definition. Firings: unknown after this change.");
    expect(run([fired(message)]).result.after).toEqual({ bound: "unchanged" });
  });

  it.each([
    ["its metric", fired(cpu().replace("os.cpu", "os.cpu.max"))],
    ["its level", fired(cpu(), { level: "info" })],
    ["its host", fired(cpu(), { host: 2 })],
    ["all hosts", { ...fired(cpu()), host: undefined }],
  ])("no alert that exists now if none has %s", (_, event) => {
    const { result, history } = run([event], { alerts: [live(1, "CPU", { hosts: [1] })] });
    expect(result).toMatchObject({ firings: 0, ambiguous: 0, older_definition: 0 });
    expect(recordedNotes(history)[0]).toContain(
      "Recorded firings: 1 in 14d, 1 of them by no alert that exists now.",
    );
  });

  it("nothing if its event has another type, which is a setting", () => {
    const { history, text } = run([fired(cpu())], { type: "alert", after: live(1, "CPU", { trigger: 95 }) });
    expect(history.recorded).toEqual({ firings: 0, unattributed: 0 });
    expect(text).toBe("Recorded: no firing of any alert in 14d. Firings: unknown after this change.");
    expect(recordedNotes(history)[0]).toContain("set recorded_firings in dbmon.yaml");
    expect(run([fired(cpu(), { type: "re\u0301" })], { type: "r\u00e9" }).result.firings).toBe(1);
  });
});

describe("after a change", () => {
  const events = [fired(cpu()), fired(cpu(), { start: hour + 7200 }), fired("os.cpu", { start: hour + day })];
  const scoped = live(1, "CPU", { hosts: [1, 2] });
  const twin = live(2, "Twin", { hosts: [1] });

  it.each([
    ["a higher trigger", { trigger: 95 }, "at_most", 2],
    ["a longer duration", { duration: 3 }, "at_most", 2],
    ["fewer hosts", { hosts: [1] }, "at_most", 2],
    ["a longer interval", { policy: 4 }, "at_most", 2],
    ["a disabled alert", { disabled: true }, "at_most", 2],
    ["a lower trigger", { trigger: 85 }, "at_least", 2],
    ["a shorter interval", { policy: 1 }, "at_least", 2],
    ["more hosts", { hosts: [1, 2, 3] }, "at_least", 2],
    ["all hosts", { hosts: [] }, "at_least", 2],
    ["both directions", { trigger: 95, hosts: [] }, "unknown", undefined],
    ["another metric", { metric: "disk" }, "unknown", undefined],
    ["a policy of unknown interval", { policy: 3 }, "unknown", undefined],
    ["other destinations", { destinations: [2], trigger: 90 }, "unchanged", undefined],
    ["another level", { alert_level: "warn" }, "unchanged", undefined],
  ] as const)("%s", (_, settings, bound, firings) => {
    const after = live(1, "CPU", { hosts: [1, 2], ...settings });
    expect(run(events.slice(0, 2), { alerts: [scoped], after }).result.after).toEqual({
      bound,
      ...(firings === undefined ? {} : { firings }),
    });
  });

  it("ambiguous firings count in an upper bound, and not in a lower one", () => {
    const bounds = [95, 85].map((trigger) =>
      run(events, { alerts: [scoped, twin], after: live(1, "CPU", { hosts: [1, 2], trigger }) }),
    );
    expect(bounds.map(({ result }) => result.after)).toEqual([
      { bound: "at_most", firings: 3 },
      { bound: "at_least", firings: 0 },
    ]);
    expect(bounds[0]?.text).toBe(
      "Recorded: fired at least 0 times in 14d. 3 more: one of CPU, Twin. Firings: at most 3 after this change.",
    );
  });

  it("a deletion has an upper bound, and so has the removal of a host that was deleted meanwhile", () => {
    expect(run(events, { after: undefined }).result.after).toEqual({ bound: "at_most", firings: 3 });
    const deleted = [readHost({ id: 1, name: "db-1", type: "mysql", deleted: until }), ...hosts.slice(1)];
    const after = live(1, "CPU", { hosts: [2] });
    const { result } = run(events, { alerts: [scoped], after, hosts: deleted });
    expect(result.after).toEqual({ bound: "at_most", firings: 3 });
  });

  it("values of metrics replace the bound", () => {
    const { result, text } = run(events, {
      after: live(1, "CPU", { trigger: 95, policy: 1 }),
      values: [96, 99, 70],
    });
    expect(result.after).toEqual({ bound: "exact", firings: 1 });
    expect(text).toContain("Firings: 1 after this change, with the values of --metrics.");
  });

  it("incomplete events prove only lower bounds, and events that could not be read prove nothing", () => {
    const [higher, lower] = [live(1, "CPU", { trigger: 95 }), live(1, "CPU", { trigger: 85 })];
    const incomplete = run(events, { after: higher, status: "incomplete" });
    expect(incomplete.text).toContain("Recorded: fired at least 3 times in 14d");
    expect(incomplete.result.after).toEqual({ bound: "unknown" });
    expect(run(events, { after: lower, status: "incomplete" }).result.after).toEqual({
      bound: "at_least",
      firings: 3,
    });
    const failed = run(events, { after: higher, status: "failed" });
    expect(failed.result).toEqual({ firings: null, after: { bound: "unknown" } });
    expect(failed.text).toBe(
      "Recorded: not known, because the events could not be read. Firings: unknown after this change.",
    );
    expect(failed.history.recorded).toBeUndefined();
    expect(run(events, { status: "failed" }).result.after).toEqual({ bound: "unchanged" });
  });
});

describe("a limit of firings", () => {
  const events = Array.from({ length: 4 }, (_, index) =>
    fired(index === 3 ? "os.cpu" : cpu(), { start: until - 4 * day + index * 3600 }),
  );
  const limit = (count: number) => ({ count, windowMs: 7 * day * 1000, text: `${count}/7d` });
  const higher = live(1, "CPU", { trigger: 95 });

  it("counts the upper bound, and says that it is one", () => {
    expect(run(events, { after: higher, limit: limit(4) }).problems).toEqual([]);
    const problems = run(events, { after: higher, limit: limit(3) }).problems ?? [];
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: "error", where: { subject: "CPU" } });
    expect(problems[0]?.what).toBe(
      "The alert may have fired more than 3 times within 7d from 2026-11-18T22:00:00Z (an upper bound: its recorded firings before the change), but the limit is --max-firings 3/7d.",
    );
  });

  it.each([
    ["a lower bound", { after: live(1, "CPU", { trigger: 85 }) }],
    ["an unknown number", { after: live(1, "CPU", { metric: "disk" }) }],
    ["an older definition", { alerts: [live(1, "CPU", { trigger: 91 })], after: higher }],
    ["incomplete events", { after: higher, status: "incomplete" }],
    ["no events", { after: higher, status: "failed" }],
  ] as const)("is not tested with %s", (_, options) => {
    expect(run(events, { ...options, limit: limit(0) }).problems).toMatchObject([
      {
        severity: "warning",
        what: "--max-firings 0/7d was not checked for the alert: dbmon reads no history of metrics.",
      },
    ]);
  });

  it("does not concern a disabled alert", () => {
    expect(run(events, { after: live(1, "CPU", { disabled: true }), limit: limit(0) }).problems).toEqual([]);
  });
});
