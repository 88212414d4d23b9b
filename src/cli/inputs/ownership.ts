/** Which live alerts belong to the definitions: `owns` in dbmon.yaml. */
import { resolve } from "node:path";
import { errorOf, nameMatcher, type Problem, quote } from "../../diagnostics";
import { type Config, ownershipOf } from "../../environments";
import { type EnvironmentPlanOptions } from "../../planning";
import { type AlertDefinition, placeOfField } from "../../reconcile";
import { type Target } from "../framework/target";

type OwnershipOptions = Pick<EnvironmentPlanOptions, "owns" | "ownsDeletions" | "ownedPatterns">;

/** Without all definitions of the configuration, no plan can know which alerts are no longer defined. */
export function ownershipOptions(target: Target | undefined, sources: readonly string[]): OwnershipOptions {
  const { owns, ownsDeletions } = target ? ownershipOf(target.config, target.environment) : {};
  if (owns === undefined) return { ownedPatterns: null };
  const isComplete = target === undefined || includesDefaults(target.config, sources);
  return { ownedPatterns: owns, ownsDeletions, ...(isComplete ? { owns: nameMatcher(owns) } : {}) };
}

/** Whether the sources of a command include all definitions of the configuration. */
export function includesDefaults({ definitions = [] }: Config, sources: readonly string[]): boolean {
  const named = new Set(sources.map((source) => resolve(source)));
  return sources.length === 0 || definitions.every((source) => named.has(resolve(source)));
}

/** Errors for definitions whose alerts would not belong to the definitions. */
export function findNotOwned(target: Target | undefined, alerts: readonly AlertDefinition[]): Problem[] {
  const { owns } = target ? ownershipOf(target.config, target.environment) : {};
  if (target === undefined || owns === undefined) return [];
  const isOwned = nameMatcher(owns);
  return alerts
    .filter(({ name }) => !isOwned(name))
    .map((alert) =>
      errorOf(
        "definition-invalid",
        `The name does not match owns in ${target.config.file}: ${owns.map(quote).join(", ")}.`,
        { where: placeOfField(alert, ["name"]), remedy: "Rename the alert, or add a pattern to owns." },
      ),
    );
}
