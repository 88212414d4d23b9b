/** Reads the rules of the configuration. Their expressions are compiled by the commands that check them. */
import { checkEnvironmentPattern, type Places } from "../definitions";
import { type FieldStep, formatPlace, type Problem, quote } from "../diagnostics";
import { type Rule } from "../rules";
import { type RuleContent } from "./schema";

/** @param problems receives duplicate names, and patterns that match no environment */
export function parseRules(
  rules: readonly RuleContent[],
  environmentNames: readonly string[],
  places: Places,
  problems: Problem[],
): readonly Rule[] {
  const report = (field: readonly FieldStep[], problem: Pick<Problem, "what" | "remedy">) => {
    problems.push({ severity: "error", where: { ...places.ofValue(field), field }, ...problem });
  };
  const firstByName = new Map<string, number>();
  rules.forEach(({ name, environments, except }, index) => {
    const first = firstByName.get(name);
    if (first === undefined) firstByName.set(name, index);
    else {
      const place = formatPlace(places.ofValue(["rules", first, "name"]));
      const what = `The rule name ${quote(name)} is not unique, first used at ${place}.`;
      report(["rules", index, "name"], { what, remedy: "Rename one of the rules." });
    }
    const checkPatterns = (field: readonly FieldStep[], patterns: readonly string[] = []) => {
      for (const pattern of patterns) {
        const problem = checkEnvironmentPattern(pattern, environmentNames);
        if (problem !== undefined) report(field, problem);
      }
    };
    checkPatterns(["rules", index, "environments"], environments);
    except.forEach((exception, position) => {
      checkPatterns(["rules", index, "except", position, "environments"], exception.environments);
    });
  });
  return rules.map((rule, index): Rule => ({
    ...rule,
    placeOf: (key) => places.ofValue(["rules", index, ...(key === undefined ? [] : [key])]),
  }));
}
