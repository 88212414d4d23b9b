/** `dbmon destroy`: deletes the live alerts that have a definition. */
import { ProblemError } from "../../../diagnostics";
import { applyDefinitions, type ApplyFlags } from "../../environments/apply-changes";
import { type EnvironmentCommand } from "../../framework/environment-command";

export function destroyCommand(sources: readonly string[], flags: ApplyFlags): EnvironmentCommand {
  const title = "Destroy";
  return {
    title,
    files: sources,
    prepare: (context) => {
      // Without sources, it deletes only the alerts of definitions that the configuration names.
      if (sources.length > 0 || context.target?.config.definitions !== undefined)
        return applyDefinitions(context, sources, flags, title);
      const what = "Missing required argument source, the definitions of the alerts to delete.";
      throw ProblemError.of("usage", what, {
        remedy: "Name definitions files or folders, or set definitions in dbmon.yaml.",
      });
    },
  };
}
