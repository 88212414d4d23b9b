/** The rules of the environment that a command works in. */
import { compileRules } from "../../planning";
import { type CompiledRules } from "../../rules";
import { type CliContext } from "../framework/context";

export function compileOwnRules({
  target,
  runBlocking,
}: Pick<CliContext, "target" | "runBlocking">): Promise<CompiledRules | undefined> {
  const { rules = [], ruleWarnings: warnings = [] } = target?.config ?? {};
  return compileRules({ rules, warnings }, target?.environment?.name, runBlocking);
}
