/** The tests of a file that exist in an environment, with its values. */
import {
  type DefinitionScope,
  expandDocument,
  includesEnvironment,
  type ParsedYaml,
  unknownKeyRemedy,
} from "../definitions";
import { type FieldStep, formatField, type Place, type Problem } from "../diagnostics";

type Mapping = Readonly<Record<string, unknown>>;

/** Replaces a test that an environment does not have, so that the other tests keep their index. */
const excludedTest = { name: "excluded", environments: [] };

export function isExcluded({
  environments,
}: {
  readonly environments?: readonly string[] | undefined;
}): boolean {
  return environments?.length === 0;
}

/**
 * Excludes tests whose key `environments` does not include the environment, and replaces values.
 *
 * @returns undefined after adding problems
 */
export function testsInEnvironment(
  { value, places }: ParsedYaml,
  scope: DefinitionScope,
  problems: Problem[],
): ParsedYaml | undefined {
  const content: Mapping = isMapping(value) ? value : {};
  if (!Array.isArray(content.tests)) return expandDocument({ value, places }, scope, problems);
  const found: Problem[] = [];
  const tests = content.tests.map((test: unknown, index) => {
    if (!isMapping(test) || !Object.hasOwn(test, "environments")) return test;
    const field = ["tests", index, "environments"];
    const report = (what: string, remedy: string, place: Place, path: readonly FieldStep[]) => {
      found.push({ severity: "error", what, where: { ...place, field: path }, remedy });
    };
    if (scope.environmentNames.length === 0) {
      const remedy = unknownKeyRemedy("environments", [], undefined);
      report(`Unknown key ${formatField(field)}.`, remedy, places.ofKey(field), field);
      return test;
    }
    const isIncluded = includesEnvironment(test.environments, scope, "test", (step, { what, remedy }) => {
      const path = [...field, ...step];
      report(what, remedy, places.ofValue(path), path);
    });
    return isIncluded ? test : excludedTest;
  });
  problems.push(...found);
  return found.length > 0
    ? undefined
    : expandDocument({ value: { ...content, tests }, places }, scope, problems);
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
