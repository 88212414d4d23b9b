/** Rules of a team for alerts, in CEL. Pure functions: no I/O. */
export { type RuleChange } from "./expression";
export { CompiledRules, type Rule, type RuleSet, type RuleTrial, type RunBlocking } from "./rules";
