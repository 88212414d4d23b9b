/** Resolves the values of an environment, which can contain the values above them. */
import { type DefinedValue, expandText, ExpansionBudget, type ScalarInFile } from "../definitions";
import { type FieldStep, type Place, type Problem, quote } from "../diagnostics";

/** In characters. Values that contain each other can double their length with each value. */
const maxLength = 10_000;

/** @param placeOf the place of a key of the environment @returns the values. Those with errors are empty */
export function resolveValues(
  environment: string,
  values: readonly (readonly [name: string, value: ScalarInFile])[],
  placeOf: (field: readonly FieldStep[]) => Place,
  problems: Problem[],
): ReadonlyMap<string, DefinedValue> {
  const resolved = new Map<string, DefinedValue>();
  const scope = { environment, environmentNames: [environment], values: resolved };
  const budget = new ExpansionBudget();
  for (const [name, value] of values) {
    const place = placeOf(["values", name]);
    const problem = (what: string, remedy: string): Problem => ({
      severity: "error",
      what,
      where: { ...place, field: ["environments", environment, "values", name] },
      remedy,
    });
    const expansion = typeof value.value === "string" ? expandText(value.text, scope, budget) : undefined;
    // An error leaves an empty value, so that the values that contain it have no error.
    let known: ScalarInFile = { value: "", text: "" };
    if (expansion === undefined) known = value;
    else if ("what" in expansion) {
      const remedy = `${expansion.remedy ?? ""} A value can contain the values above it.`;
      problems.push(problem(expansion.what, remedy));
    } else if (expansion.text.length > maxLength) {
      const what = `The value ${quote(name)} has more than ${maxLength.toLocaleString("en")} characters.`;
      problems.push(problem(what, "Shorten the values that it contains."));
    } else known = expansion;
    resolved.set(name, { value: known.value, text: known.text, place });
  }
  return resolved;
}
