/** Tests of the rules of `dbmon.yaml`. */
import { type RuleTest } from "../../../alert-tests";
import { hintForName, type Problem, quote } from "../../../diagnostics";
import { type CompiledRules, type Rule, type RuleTrial } from "../../../rules";
import { type TestResult } from "./document";

/** @param rules those of the environment. The others are not expected to refuse anything */
export function runRuleTest({ refusedBy, ...test }: RuleTest, rules: CompiledRules | undefined): TestResult {
  const trials = rules?.tryRules(test.given) ?? [];
  const expected = describe(trials.filter(({ rule }) => refusedBy.includes(rule)));
  const actual = describe(trials.filter(({ isRefused }) => isRefused));
  const isSame = expected === actual;
  if (isSame && trials.some(({ missing }) => missing === undefined)) return { test, failures: [] };
  const untried = trials.flatMap(({ rule, missing }) =>
    missing !== undefined && (isSame || refusedBy.includes(rule))
      ? [`The rule ${quote(rule)} was not tried, because it reads ${missing}, which is not given.`]
      : [],
  );
  const what = isSame ? "No rule was tried." : `Expected: ${expected}. Actual: ${actual}.`;
  const entries = [{ expected, actual, isSame }];
  return { test, failures: [{ what: [what, ...untried].join(" "), where: test.place, entries }] };
}

function describe(trials: readonly RuleTrial[]): string {
  return trials.length === 0
    ? "refused by no rule"
    : `refused by ${trials.map(({ rule }) => quote(rule)).join(", ")}`;
}

export function findUnknownRules(tests: readonly RuleTest[], rules: readonly Rule[]): Problem[] {
  const names = rules.map(({ name }) => name);
  return tests.flatMap(({ refusedBy, placeOf }) =>
    refusedBy.flatMap((name, index): Problem[] => {
      if (names.includes(name)) return [];
      const what = `There is no rule named ${quote(name)}.`;
      return [{ severity: "error", what, where: placeOf(index), remedy: hintForName(name, names) }];
    }),
  );
}
