import { type NamedFiring, normalizeTime } from "../alert-tests";
import { compareStrings, hintForName, omitUndefined, quote, toNfc } from "../diagnostics";
import { type AlertLevel, includesText, isSameText } from "../service";
import {
  type DefinedAlert,
  definedAlerts,
  findUnknownAttributes,
  isPlainObject,
  type StackLike,
} from "./defined-alerts";
import { type PlannedChanges } from "./emulated-environment";
import { type SimulatedAlerts } from "./simulate";

/** The changes that a plan must contain. An omitted list is empty. */
export type ExpectedPlan = Partial<Omit<PlannedChanges, "text">>;

/** A firing that a simulation must have. Omitted attributes are not compared. */
export interface ExpectedFiring {
  readonly alert: string;
  /** For example `6m10s`, or seconds. */
  readonly at?: string | number;
  readonly resolves?: string | number | undefined;
  readonly host?: string | undefined;
  readonly level?: AlertLevel;
  /** All destinations, in any order. */
  readonly notifies?: readonly (string | number)[];
}

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

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * The matchers `toDefineAlert`, `toMatchPlan`, `toFire` and `toNotFire`. Importing `dbmon-iac/testing` adds them to jest's global `expect`.
 * @example
 * // Only if the global is disabled, with the `expect` that the test imports:
 * expect.extend(matchers);
 */
export const matchers = {
  toDefineAlert(this: Context, stack: StackLike, attributes: DefinedAlert): MatcherResult {
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

  toMatchPlan(this: Context, plan: PlannedChanges, expected: ExpectedPlan): MatcherResult {
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

  toFire(this: Context, simulated: SimulatedAlerts, expected: ExpectedFiring): MatcherResult {
    const firings = firingsOf(expected.alert, simulated);
    if (typeof firings === "string") return { pass: this.isNot === true, message: () => firings };
    const pass = firings.some((firing) => isMatch(this, expected, firing));
    const [only] = firings;
    return {
      pass,
      message: () => {
        const actual = describeFirings(expected.alert, firings, this);
        if (pass) return `Expected no such firing: ${this.utils.stringify(comparable(expected))}\n${actual}`;
        if (only === undefined || firings.length > 1)
          return `Expected a firing: ${this.utils.stringify(comparable(expected))}\n${actual}`;
        const received = Object.fromEntries(
          Object.keys(expected).map((key) => [key, comparable(only)[key as keyof ExpectedFiring]]),
        );
        return `The alert ${quote(expected.alert)} fires differently:\n${this.utils.diff(comparable(expected), received) ?? ""}`;
      },
    };
  },

  toNotFire(this: Context, simulated: SimulatedAlerts, alert: string): MatcherResult {
    const firings = firingsOf(alert, simulated);
    if (typeof firings === "string") return { pass: this.isNot === true, message: () => firings };
    return { pass: firings.length === 0, message: () => describeFirings(alert, firings, this) };
  },
};

/** @returns what is wrong if no alert has the name */
function firingsOf(name: string, { alerts, firings }: SimulatedAlerts): readonly NamedFiring[] | string {
  return includesText(alerts, name)
    ? firings.filter(({ alert }) => isSameText(alert, name))
    : `No alert is named ${quote(name)}. ${hintForName(name, alerts)}`;
}

function isMatch(context: Context, expected: ExpectedFiring, actual: NamedFiring): boolean {
  return Object.entries(comparable(expected)).every(([key, value]) =>
    context.equals(value, comparable(actual)[key as keyof ExpectedFiring]),
  );
}

/** Normalizes strings, times and the order of destinations, and omits attributes that are not compared. */
function comparable({ alert, at, resolves, host, level, notifies }: ExpectedFiring): ExpectedFiring {
  const compared = omitUndefined({
    at: at === undefined ? undefined : normalizeTime(at),
    resolves: resolves === undefined ? undefined : normalizeTime(resolves),
    host: host === undefined ? undefined : inNfc(host),
    level,
    notifies: notifies && notifies.map(inNfc).sort((a, b) => compareStrings(String(a), String(b))),
  });
  return { alert: inNfc(alert), ...compared };
}

function describeFirings(alert: string, firings: readonly NamedFiring[], { utils }: Context): string {
  if (firings.length === 0) return `The alert ${quote(alert)} does not fire.`;
  return `The alert ${quote(alert)} fires:\n${firings.map((firing) => `  ${utils.stringify(comparable(firing))}`).join("\n")}`;
}

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

const references = ["policy", "destinations", "hosts", "duration"];

/** Names are compared in NFC. Numbers and matchers, such as `expect.any(String)`, are unchanged. */
function inNfc<T>(value: T): T {
  return typeof value === "string" ? (toNfc(value) as T & string) : value;
}

/** All lists of an alert are sets, whose order is irrelevant. An ID is a text in the stack. */
function withSortedSets(alert: DefinedAlert): DefinedAlert {
  return Object.fromEntries(
    Object.entries(alert).map(([name, value]) => [
      name,
      sortSets(references.includes(name) ? withTextIds(value) : value),
    ]),
  );
}

function withTextIds(value: unknown): unknown {
  if (isList(value)) return value.map(withTextIds);
  return typeof value === "number" ? String(value) : value;
}

function sortSets(value: unknown): unknown {
  if (isPlainObject(value)) return withSortedSets(value);
  return isList(value) ? value.map(inNfc).sort((a, b) => (String(a) < String(b) ? -1 : 1)) : inNfc(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function sorted(plan: Required<ExpectedPlan>): Required<ExpectedPlan> {
  const update = Object.entries(plan.update).map(([name, fields]): [string, string[]] => [
    inNfc(name),
    [...fields].sort(),
  ]);
  return {
    create: plan.create.map(inNfc).sort(),
    replace: plan.replace.map(inNfc).sort(),
    update: Object.fromEntries(update),
    delete: plan.delete.map(inNfc).sort(),
  };
}
