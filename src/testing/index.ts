/**
 * The entry point `dbmon-iac/testing`, for unit tests of alerts with jest. Importing it adds the matchers to jest's global `expect`.
 * `EmulatedEnvironment` deploys a stack to the emulated service.
 */
import { type ExpectedPlan, matchers } from "./matchers";

export { type DefinedAlert, definedAlerts, type StackLike } from "./defined-alerts";
export { EmulatedEnvironment, type EmulatedEnvironmentOptions, type LiveAlert } from "./emulated-environment";
export { type ExpectedPlan, matchers } from "./matchers";
export { type PlannedChanges } from "./planned-changes";

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
    }
  }
}

interface Expect {
  extend(added: typeof matchers): void;
}

// Undefined if jest runs with `injectGlobals: false`: then the test calls `expect.extend(matchers)`.
(globalThis as { expect?: Expect }).expect?.extend(matchers);
