/** An alert is in sync with its own definition in every format that a response may use. */
import fc from "fast-check";
import { openSession, readConfigs } from "../../src/engine";
import { type DesiredAlert, settingsOf } from "../../src/reconcile";
import { isSupported, writeAlertConfig, writeAlertCreation } from "../../src/service";
import { desiredAlerts } from "../support/arbitrary-alerts";
import { planFor } from "../support/plan-for";
import { clientBench, json } from "./client-bench";

const bench = clientBench();

/** Chooses a format for each value. The same choices produce the same response. */
type Choose = (count: number) => number;

const choices = fc.array(fc.nat(59), { minLength: 1, maxLength: 40 });

function chooser(numbers: readonly number[]): Choose {
  let next = 0;
  return (count) => (numbers[next++ % numbers.length] ?? 0) % count;
}

function pick<T>(choose: Choose, ...forms: readonly (() => T)[]): T | undefined {
  return forms[choose(forms.length)]?.();
}

const number = (choose: Choose, value: number) =>
  pick<unknown>(
    choose,
    () => value,
    () => String(value),
    () => value.toExponential(),
  );

const list = (choose: Choose, values: readonly unknown[]) =>
  values.length > 0
    ? values
    : pick<unknown>(
        choose,
        () => [],
        () => null,
        () => undefined,
      );

const ids = (choose: Choose, values: readonly number[]) =>
  list(
    choose,
    values.map((value) => number(choose, value)),
  );

function flag(choose: Choose, value: boolean): unknown {
  const [digit, word] = value ? [1, "true"] : [0, "false"];
  const forms = [digit, String(digit), value, word];
  return value ? forms[choose(4)] : [...forms, null, undefined][choose(6)];
}

function alertIn(choose: Choose, id: number, desired: DesiredAlert): unknown {
  const wire = writeAlertCreation(settingsOf(desired));
  const { annotations } = wire;
  return {
    ...wire,
    id: number(choose, id),
    annotations:
      annotations === ""
        ? pick<unknown>(
            choose,
            () => "",
            () => null,
            () => undefined,
          )
        : annotations,
    policy: number(choose, wire.policy),
    type: number(choose, wire.type),
    disabled: flag(choose, desired.disabled),
    destinations: ids(choose, wire.destinations),
    extra: pick<unknown>(
      choose,
      () => undefined,
      () => ({ any: 1 }),
    ),
  };
}

function configIn(choose: Choose, desired: DesiredAlert): unknown {
  const { hosts, host_types, condition } = desired;
  const wire = writeAlertConfig(desired);
  const numbers =
    condition.kind === "event"
      ? {}
      : {
          trigger: number(choose, condition.trigger),
          duration: number(choose, condition.duration),
          reset: number(choose, condition.reset),
        };
  const config = { ...wire, ...numbers, hosts: ids(choose, hosts), host_types: list(choose, host_types) };
  return pick<unknown>(
    choose,
    () => config,
    () => ({ data: config }),
    () => ({ data: [config] }),
    () => [config],
  );
}

it("an alert in any mixture of response formats plans as unchanged against its own definition", async () => {
  let answers = new Map<string, unknown>();
  const { url } = await bench.serve((response, { path }) => {
    json(response, 200, answers.get(path));
  });
  const { client } = bench.client(url);
  await fc.assert(
    fc.asyncProperty(desiredAlerts, choices, async (desired, numbers) => {
      const choose = chooser(numbers);
      const all = desired.map((one, index) => alertIn(choose, index + 1, one));
      answers = new Map<string, unknown>([
        [
          "/api/v2/config/alerts",
          pick<unknown>(
            choose,
            () => all,
            () => ({ data: all }),
          ),
        ],
        ...desired.map(
          (one, index) => [`/api/v2/config/alerts/${index + 1}/config`, configIn(choose, one)] as const,
        ),
      ]);
      const session = openSession(client);
      const live = await readConfigs(session, (await session.live.alerts()).filter(isSupported));
      const { changes, unmanaged, problems } = planFor(desired, live);
      expect(changes.map(({ action }) => action)).toEqual(desired.map(() => "unchanged"));
      expect([unmanaged, problems]).toEqual([[], []]);
    }),
  );
});
