/** Matchers for jest's `expect`. */
import { type DefinedAlert, definedAlerts, type StackLike } from "./defined-alerts";
import { type PlannedChanges } from "./planned-changes";

/** What a plan is to hold; a list that is left out is empty. */
export type ExpectedPlan = Partial<Omit<PlannedChanges, "text">>;

/** As much of jest's own context as is needed. */
interface Context {
  readonly isNot?: boolean;
  readonly equals: (one: unknown, other: unknown, testers?: never[]) => boolean;
  readonly utils: {
    readonly iterableEquality: unknown;
    readonly subsetEquality: unknown;
    readonly stringify: (value: unknown) => string;
    readonly diff: (expected: unknown, received: unknown) => string | null;
  };
}

interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

/** For `expect.extend`. */
export const matchers = {
  toDefineAlert(this: Context, stack: StackLike, attributes: DefinedAlert): Result {
    const alerts = definedAlerts(stack).map(inOrder);
    const expected = inOrder(attributes);
    // As toMatchObject compares.
    const testers = [this.utils.iterableEquality, this.utils.subsetEquality] as never[];
    const pass = alerts.some((alert) => this.equals(alert, expected, testers));
    return {
      pass,
      message: () =>
        pass
          ? `The stack defines such an alert:\n${this.utils.stringify(attributes)}`
          : missing(this, alerts, expected),
    };
  },

  toMatchPlan(this: Context, plan: PlannedChanges, expected: ExpectedPlan): Result {
    const { text, ...received } = plan;
    const wanted = { create: [], replace: [], update: {}, delete: [], ...expected };
    const [one, other] = [sorted(wanted), sorted(received)];
    const pass = this.equals(other, one);
    return {
      pass,
      message: () =>
        pass
          ? "The plan holds just these changes."
          : `The plan holds other changes:\n${this.utils.diff(one, other) ?? ""}\n\n${text}`,
    };
  },
};

function missing({ utils }: Context, alerts: readonly DefinedAlert[], expected: DefinedAlert): string {
  if (alerts.length === 0) return "The stack defines no alert at all.";
  const namesake = alerts.find(({ name }) => name === expected.name);
  if (namesake !== undefined)
    return `The alert ${utils.stringify(expected.name)} is defined, and differs:\n${utils.diff(expected, namesake) ?? ""}`;
  const names = alerts.map(({ name }) => `  ${utils.stringify(name)}`).join("\n");
  return `The stack defines no such alert:\n${utils.stringify(expected)}\nIt defines:\n${names}`;
}

/** Sets in one order, so that their order does not count. */
function inOrder(alert: DefinedAlert): DefinedAlert {
  return Object.fromEntries(Object.entries(alert).map(([name, value]) => [name, ordered(value)]));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[])].sort((a, b) => (String(a) < String(b) ? -1 : 1));
  const isPlain =
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? inOrder(value as DefinedAlert) : value;
}

function sorted(plan: Required<ExpectedPlan>): Required<ExpectedPlan> {
  const update = Object.entries(plan.update).map(([name, fields]) => [name, [...fields].sort()]);
  return {
    create: [...plan.create].sort(),
    replace: [...plan.replace].sort(),
    update: Object.fromEntries(update) as Record<string, string[]>,
    delete: [...plan.delete].sort(),
  };
}
