/**
 * The entry point `dbmon-iac/testing`, for unit tests of alerts with jest. Importing it adds the matchers to jest's global `expect`.
 * `simulate` simulates alerts without a service, and `EmulatedEnvironment` deploys a stack to the emulated service.
 */
import { type ExpectedFiring, type ExpectedPlan, matchers } from "./matchers";

export { type DefinedAlert, definedAlerts, type StackLike } from "./defined-alerts";
export {
  EmulatedEnvironment,
  type EmulatedEnvironmentOptions,
  type EmulatedAlert as LiveAlert,
  type PlannedChanges,
} from "./emulated-environment";
export { type ExpectedFiring, type ExpectedPlan, matchers } from "./matchers";
export { type AlertSource, simulate, type SimulatedAlerts } from "./simulate";
export { type NamedFiring, type SimulatedTimeline } from "../alert-tests";

declare global {
  // @types/jest declares its matchers in this namespace.
  namespace jest {
    interface Matchers<R> {
      /**
       * The stack defines an alert with at least these attributes, named as those of the resource `dbmon_alert`. The order of lists
       * is irrelevant. An attribute that the resource does not have fails the assertion, also after `not`.
       * @example
       * expect(stack).toDefineAlert({ name: "CPU", threshold: { alert_level: "crit" } });
       * expect(stack).not.toDefineAlert({ disabled: true });
       */
      toDefineAlert(attributes: Readonly<Record<string, unknown>>): R;
      /**
       * The plan contains exactly these changes: alerts by name, other resources by address, and updates with their attributes.
       * @example
       * expect(await environment.plan(stack)).toMatchPlan({ update: { CPU: ["policy"] } });
       */
      toMatchPlan(expected: ExpectedPlan): R;
      /**
       * The simulated alert fires. Omitted attributes are not compared. The order of `notifies` is irrelevant. An unknown
       * alert fails the assertion, also after `not`.
       * @example
       * expect(simulate(stack, timeline)).toFire({ alert: "CPU", at: "6m10s", host: "db1", notifies: ["#db-alerts"] });
       */
      toFire(expected: ExpectedFiring): R;
      /**
       * The simulated alert never fires. An unknown alert fails the assertion.
       * @example
       * expect(simulate(stack, timeline)).toNotFire("CPU");
       */
      toNotFire(alert: string): R;
    }
  }
}

interface Expect {
  extend(added: typeof matchers): void;
}

// Undefined if jest runs with `injectGlobals: false`: then the test calls `expect.extend(matchers)`.
const { expect } = globalThis as { expect?: Expect };
if (expect !== undefined) expect.extend(matchers);
