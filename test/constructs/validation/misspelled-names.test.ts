/** Warnings of metrics, categories and host types that are probably misspelled, at synthesis. */
import { Token } from "cdktf";
import { Alert, AlertConfig, AlertDefaults, Destination, type ThresholdConfigProps } from "../../../src";
import { stackIn, synthesizeApp } from "../../support/synthesize-app";

const common = { policy: 1, destinations: [Destination.fromId(1)] };
const event = (...categories: string[]) => AlertConfig.event({ categories });
const threshold = (metric: string, more: Partial<ThresholdConfigProps> = {}) =>
  AlertConfig.threshold({ alertLevel: "crit", metric, trigger: 2, reset: 1, duration: 1, ...more });

/** Synthesizes stacks of alerts with these configurations by name. */
function warningsOf(
  stacks: Readonly<Record<string, Readonly<Record<string, AlertConfig>>>>,
): readonly string[] {
  const { warnings } = synthesizeApp((app) => {
    for (const [id, alerts] of Object.entries(stacks)) {
      const stack = stackIn(app, id, { environment: id });
      AlertDefaults.of(stack).set({ hostTypes: ["mysql"] });
      for (const [name, config] of Object.entries(alerts))
        new Alert(stack, name, { ...common, name, config });
    }
  });
  return warnings;
}

it("names near those of the service are warnings", () => {
  const a = {
    c: event("schema migration"),
    d: event("Databse Server Restart"),
    e: threshold("os.cpu.usr_us", { hostTypes: ["mysq"] }),
  };
  expect(warningsOf({ alerts: a })).toEqual([
    'alerts/d/Default: "d": "Databse Server Restart" is probably not an event category of the service. Did you mean "Database Server Restart"? To list the events, run dbmon list events.',
    'alerts/e/Default: "e": "os.cpu.usr_us" is probably not a metric name: it resembles a metric of the service. Did you mean "os.cpu.user_us"?',
    'alerts/e/Default: "e": "mysq" is probably not a database type of the service. Did you mean "mysql"? To list the types, run dbmon list hosts.',
  ]);
});

it("names near those of other alerts of the stack are warnings, where fewer or later alerts have them", () => {
  const alerts = {
    a: event("code deploymnt", "team deploy"),
    b: event("code deployment"),
    c: event("code deployment", "team deplyo"),
    d: threshold("team.queue.depth"),
    e: threshold("team.queue.dpeth"),
    f: event(Token.asString({ Ref: "code deploymen" })),
    g: threshold("team.net.rx_bytes"),
    h: threshold("team.net.tx_bytes"),
  };
  // Stacks can be of different teams.
  expect(warningsOf({ alerts, others: { i: threshold("team.queue.detph") } })).toEqual([
    `alerts/a/Default: "a": "code deploymnt" is probably not an event category: it resembles one of another alert. Did you mean "code deployment"?`,
    `alerts/c/Default: "c": "team deplyo" is probably not an event category: it resembles one of another alert. Did you mean "team deploy"?`,
    `alerts/e/Default: "e": "team.queue.dpeth" is probably not a metric name: it resembles one of another alert. Did you mean "team.queue.depth"?`,
  ]);
});
