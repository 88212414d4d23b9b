/**
 * For tests of your own alerts, with jest: `import "dbmon-iac/testing"` adds the matchers, and `EmulatedEnvironment` deploys a stack
 * against the service on localhost.
 */
import { type ExpectedPlan, matchers } from "./matchers";

export { type DefinedAlert, definedAlerts, type StackLike } from "./defined-alerts";
export { EmulatedEnvironment, type EmulatedEnvironmentOptions, type LiveAlert } from "./emulated-environment";
export { type ExpectedPlan, matchers } from "./matchers";
export { type PlannedChanges } from "./planned-changes";

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace jest {
    interface Matchers<R> {
      /**
       * A stack, or what it synthesizes, defines an alert that has at least these attributes, spelled as those of the resource
       * `dbmon_alert`. The order of what is a set does not count.
       */
      toDefineAlert(attributes: Readonly<Record<string, unknown>>): R;
      /** A plan holds these changes and no other: alerts by name, other resources by address; of an update the fields too. */
      toMatchPlan(expected: ExpectedPlan): R;
    }
  }
}

interface Expect {
  extend(added: typeof matchers): void;
}

// Without jest's globals, whoever imports `expect` hands it the matchers.
(globalThis as { expect?: Expect }).expect?.extend(matchers);
