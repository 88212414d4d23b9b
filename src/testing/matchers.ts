/** Matchers for jest's `expect`. */
import {
  type DefinedAlert,
  definedAlerts,
  findUnknownAttributes,
  isPlainObject,
  type StackLike,
} from "./defined-alerts";
import { type PlannedChanges } from "./planned-changes";

/** The changes that a plan must contain. An omitted list is empty. */
export type ExpectedPlan = Partial<Omit<PlannedChanges, "text">>;

/** The part of jest's matcher context that the matchers use. */
interface Context {
  readonly isNot?: boolean;
  equals(a: unknown, b: unknown, testers?: readonly unknown[]): boolean;
  readonly utils: {
    readonly iterableEquality: unknown;
    readonly subsetEquality: unknown;
    stringify(value: unknown): string;
    diff(expected: unknown, received: unknown): string | null;
  };
}

interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * The matchers `toDefineAlert` and `toMatchPlan`. Importing `dbmon-iac/testing` adds them to jest's global `expect`.
 * @example
 * // Only if the global is disabled, with the `expect` that the test imports:
 * expect.extend(matchers);
 */
export const matchers = {
  toDefineAlert(this: Context, stack: StackLike, attributes: DefinedAlert): Result {
    const defined = definedAlerts(stack);
    const unknown = findUnknownAttributes(attributes, defined);
    // An attribute that no alert can have fails the assertion, also after `not`.
    if (unknown.length > 0) return { pass: this.isNot === true, message: () => unknown.join("\n") };

    const alerts = defined.map(withSortedSets);
    const expected = withSortedSets(attributes);
    const { iterableEquality, subsetEquality } = this.utils;
    const pass = alerts.some((alert) => this.equals(alert, expected, [iterableEquality, subsetEquality]));
    return {
      pass,
      message: () =>
        pass
          ? `The stack defines an alert with these attributes:\n${this.utils.stringify(attributes)}`
          : describeMismatch(this, alerts, expected),
    };
  },

  toMatchPlan(this: Context, plan: PlannedChanges, expected: ExpectedPlan): Result {
    const { text, ...changes } = plan;
    const expectedChanges = sorted({ create: [], replace: [], update: {}, delete: [], ...expected });
    const plannedChanges = sorted(changes);
    const pass = this.equals(plannedChanges, expectedChanges);
    return {
      pass,
      message: () =>
        pass
          ? "The plan contains exactly these changes."
          : `The plan contains other changes:\n${this.utils.diff(expectedChanges, plannedChanges) ?? ""}\n\n${text}`,
    };
  },
};

function describeMismatch(
  { utils }: Context,
  alerts: readonly DefinedAlert[],
  expected: DefinedAlert,
): string {
  if (alerts.length === 0) return "The stack defines no alerts.";
  const sameName = alerts.find(({ name }) => name === expected.name);
  if (sameName !== undefined)
    return `The alert ${utils.stringify(expected.name)} has other attributes:\n${utils.diff(expected, sameName) ?? ""}`;
  const names = alerts.map(({ name }) => `  ${utils.stringify(name)}`).join("\n");
  return `The stack defines no alert with these attributes:\n${utils.stringify(expected)}\nIt defines these alerts:\n${names}`;
}

/** All lists of an alert are sets, whose order is irrelevant. */
function withSortedSets(alert: DefinedAlert): DefinedAlert {
  return Object.fromEntries(Object.entries(alert).map(([name, value]) => [name, sortSets(value)]));
}

function sortSets(value: unknown): unknown {
  if (isPlainObject(value)) return withSortedSets(value);
  return isList(value) ? [...value].sort((a, b) => (String(a) < String(b) ? -1 : 1)) : value;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function sorted(plan: Required<ExpectedPlan>): Required<ExpectedPlan> {
  const update = Object.entries(plan.update).map(([name, fields]): [string, string[]] => [
    name,
    [...fields].sort(),
  ]);
  return {
    create: [...plan.create].sort(),
    replace: [...plan.replace].sort(),
    update: Object.fromEntries(update),
    delete: [...plan.delete].sort(),
  };
}
