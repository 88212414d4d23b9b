/** Tests of the rules of `dbmon.yaml`. */
import { type RuleTest } from "../../../alert-tests";
import { hintForName, quote } from "../../../diagnostics";
import { type CompiledRules, type RuleTrial } from "../../../rules";
import { type TestResult } from "./document";

/** @param rules those of the environment, the only ones that are expected to refuse @param names of the rules of all environments */
export function runRuleTest(
  test: RuleTest,
  rules: CompiledRules | undefined,
  names: readonly string[],
): TestResult {
  const unknown = test.refusedBy.filter((name) => !names.includes(name));
  const trials = rules?.tryRules(test.given) ?? [];
  const expected = describe(trials.filter(({ rule }) => test.refusedBy.includes(rule)));
  const actual = describe(trials.filter(({ isRefused }) => isRefused));
  const isSame = expected === actual;
  const isTried = trials.some(({ missing }) => missing === undefined);
  if (unknown.length === 0 && isSame && isTried) return { test, failures: [] };
  const reasons = [
    ...unknown.map((name) => `There is no rule named ${quote(name)}. ${hintForName(name, names)}`),
    ...trials.flatMap(({ rule, missing }) =>
      missing !== undefined && (!isTried || test.refusedBy.includes(rule))
        ? [`The rule ${quote(rule)} was not tried, because it reads ${missing}, which is not given.`]
        : [],
    ),
  ];
  const what = [`Expected: ${expected}. Actual: ${actual}.`, ...reasons].join(" ");
  const rows = reasons.map((reason) => ({ expected: undefined, actual: reason, isSame: false }));
  const entries = [{ expected, actual, isSame }, ...rows];
  return { test, failures: [{ what, where: test.place, entries }] };
}

function describe(trials: readonly RuleTrial[]): string {
  const names = trials.map(({ rule }) => quote(rule));
  return `refused by ${names.length === 0 ? "no rule" : names.join(", ")}`;
}
