/** The values that separate the comments and issues of a job from those of other jobs. */
import { connectionSettingsOf } from "../../../environments";
import { type JobKey, keyOf, pathInRepository } from "../../../pipelines";
import { selectTargets } from "../../environments/targets";
import { type CliContext } from "../../framework/context";
import { type PipelineInputs } from "./inputs";
import { workspaceOf } from "./terraform";

export interface JobScope {
  readonly job: JobKey;
  /** Label, folder and workspace, for a reader. */
  readonly names: readonly string[];
}

/** Depends on no result, so that a failed run updates the comment of a successful one. */
export function jobScope(context: CliContext, inputs: PipelineInputs): JobScope {
  const { env } = context;
  const { terraform, label = "" } = inputs;
  // As reports show them.
  const found = findAddresses(context, inputs).map((address) => address.replace(/\/+$/, ""));
  const addresses = [...new Set(found)].sort();
  const environments = [...inputs.environments].sort();
  const folder = pathInRepository(env, terraform ?? ".");
  const sources = inputs.sources.map((source) => pathInRepository(env, source)).sort();
  const workspace = terraform === undefined ? "" : workspaceOf(env, terraform);
  const drilled = inputs.destinations.length === 0 ? {} : { destinations: [...inputs.destinations].sort() };
  const key = keyOf({ addresses, environments, folder, sources, workspace, label, ...drilled });
  const previousKey = keyOf([environments, [...inputs.sources].sort(), ...[terraform ?? []].flat()]);
  return {
    job: { key, previous: { key: previousKey, addresses } },
    names: [label, folder, workspace === "default" ? "" : workspace].filter(Boolean),
  };
}

/** Of the settings. Empty if these are invalid, which the run reports. */
function findAddresses(context: CliContext, { environments, terraform }: PipelineInputs): readonly string[] {
  const { baseUrl: variable } = connectionSettingsOf(context.env);
  if (environments.length === 0 && variable !== undefined) return [variable];
  if (terraform !== undefined) return [];
  const flags = environments.length === 0 ? {} : { environment: environments };
  try {
    const targets = selectTargets({ ...context, onProblems: () => undefined }, flags) ?? [];
    return targets.flatMap(({ environment }) => environment?.baseUrl ?? []);
  } catch {
    return [];
  }
}
