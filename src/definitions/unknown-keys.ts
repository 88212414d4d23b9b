/** Remedies for unknown keys of a definitions file. */
import { didYouMean, hintForName, nearNames } from "../diagnostics";
import { environmentsRemedy } from "./scope";

/** The keys of definitions, by the keys with the same meaning in other tools or in the service. */
const synonyms: Readonly<Record<string, string>> = {
  category: "categories",
  description: "annotations",
  runbook: "annotations",
  severity: "alert_level",
  level: "alert_level",
  limit: "trigger",
  previous_name: "renamed_from",
  moved_from: "renamed_from",
  ignore_changes: "ignore",
  types: "host_types",
};

const remedies: Readonly<Record<string, string>> = {
  id: "Remove it. The service assigns IDs, and a definition matches the alert with the same name.",
  type: "Remove it. The key event or threshold defines the kind of the alert.",
  enabled: 'Did you mean "disabled"? It has the opposite meaning.',
  environments: environmentsRemedy,
  overrides: environmentsRemedy,
  defaults:
    "Put shared values under a key that starts with x-, define an anchor for them, and merge it: <<: *name",
};

/** The allowed key that the author probably meant. */
export function intendedKey(key: string, allowed: readonly string[]): string | undefined {
  return synonymOf(key, allowed) ?? nearNames(key, allowed)[0];
}

/** @param destination where the key is allowed, for example `into threshold` */
export function unknownKeyRemedy(
  key: string,
  allowed: readonly string[],
  destination: string | undefined,
): string {
  if (destination !== undefined) return `Move it ${destination}.`;
  const remedy = Object.hasOwn(remedies, key) ? remedies[key] : undefined;
  if (remedy !== undefined) return remedy;
  const synonym = synonymOf(key, allowed);
  return synonym === undefined ? hintForName(key, allowed) : didYouMean([synonym]);
}

function synonymOf(key: string, allowed: readonly string[]): string | undefined {
  const synonym = synonyms[key.toLowerCase()];
  return synonym !== undefined && allowed.includes(synonym) ? synonym : undefined;
}
