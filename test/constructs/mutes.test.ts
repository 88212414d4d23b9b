/** `muted`: what reaches Terraform, and what synthesis refuses or warns about. */
import { Aspects, TerraformVariable } from "cdktf";
import { Alert, AlertConfig, type AlertProps, DisableAll } from "../../src";
import { stackIn, synthesize, synthesizeApp, validationErrorsOf } from "../support/synthesize-app";

const day = 86_400_000;
const now = Date.UTC(2026, 11, 21, 8);
const until = "2026-12-24T08:00:00Z";

beforeEach(() => {
  jest.spyOn(Date, "now").mockReturnValue(now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const props = (more: Partial<AlertProps> = {}): AlertProps => ({
  name: "Deploy",
  policy: 1,
  destinations: [1],
  config: AlertConfig.event({ categories: ["code deployment"] }),
  ...more,
});

const errorsOf = (more: Partial<AlertProps>) =>
  validationErrorsOf((app) => {
    new Alert(stackIn(app, "alerts"), "deploys", props(more));
  });

const warningsOf = (more: Partial<AlertProps>) =>
  synthesizeApp((app) => {
    new Alert(stackIn(app, "alerts"), "deploys", props(more));
  }).warnings;

it("passes the end of the mute on, and leaves disabled to the provider", () => {
  const stack = synthesize((scope) => {
    new Alert(scope, "a", props({ muted: { until, reason: "load ${x}" } }));
    new Alert(scope, "b", props({ name: "b", muted: { until }, disabled: false }));
  });
  const { dbmon_alert: alerts } = stack["resource"] as { dbmon_alert: Record<string, object> };
  expect(alerts["a"]).toMatchObject({ muted: { until, reason: "load $${x}" } });
  expect(alerts["a"]).not.toHaveProperty("disabled");
  expect(alerts["b"]).not.toHaveProperty("disabled");
});

it("accepts a token, which Terraform validates", () => {
  const { resource } = synthesize((stack) => {
    const end = new TerraformVariable(stack, "end", { type: "string" });
    new Alert(stack, "a", props({ muted: { until: end.stringValue } }));
  });
  expect(resource).toMatchObject({ dbmon_alert: { a: { muted: { until: "${var.end}" } } } });
});

it.each([
  [{ muted: { until: "2026-12-24T08:00:00" } }, "Add the zone: 2026-12-24T08:00:00Z for UTC"],
  [{ muted: { until: "" } }, "The end of the mute must be an RFC 3339 time with a zone"],
  [{ muted: { until: new Date(now) as never } }, "muted: until: Must be a string."],
  [{ muted: { until, reason: "" } }, "muted: reason: Must not be empty."],
  [{ muted: { until, why: "x" } as never }, 'muted: Unknown property "why".'],
  [{ muted: until as never }, "The end of the mute must be an RFC 3339 time with a zone"],
  [{ muted: { until }, disabled: true }, "The alert has both disabled and a mute"],
  [
    { muted: { until }, ignoreChanges: ["disabled"] as const },
    "The alert has a mute and ignores changes of disabled",
  ],
])("refuses %j", (more, message) => {
  expect(errorsOf(more)).toEqual([expect.stringContaining(`[alerts/deploys] "Deploy": muted: `)]);
  expect(errorsOf(more)[0]).toContain(message);
});

it("warns about more than 90 days", () => {
  const timeIn = (days: number) => new Date(now + days * day).toISOString();
  expect(warningsOf({ muted: { until: timeIn(90) } })).toEqual([]);
  expect(warningsOf({ muted: { until: timeIn(90.5) } })).toEqual([
    expect.stringContaining("The alert is muted for more than 90 days. Set an earlier end."),
  ]);
});

it("has no effect while DisableAll disables the alert", () => {
  const { resource } = synthesize((stack) => {
    new Alert(stack, "a", props({ muted: { until, reason: "load ${x}" } }));
    Aspects.of(stack).add(new DisableAll());
  });
  const { dbmon_alert: alerts } = resource as { dbmon_alert: Record<string, object> };
  expect(alerts["a"]).toMatchObject({ disabled: true });
  expect(alerts["a"]).not.toHaveProperty("muted");
});
