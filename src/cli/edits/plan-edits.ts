/** Plans edits of definitions files that take the values of live alerts. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  type DefinitionsFile,
  type DefinitionSources,
  noEnvironments,
  normalizeText,
} from "../../definitions";
import { editDefinitions } from "../../definitions-edit";
import { type Problem, ProblemError, toSafeLine } from "../../diagnostics";
import { type Config, definitionScopeOf, parseConfig } from "../../environments";
import { type AlertDrift } from "../../planning";
import { type CliContext } from "../framework/context";
import { type Target } from "../framework/target";
import { identifier, isInSyncAfter, type LiveEdit, type LiveEditOptions, liveEditsOf } from "./live-edits";
import { changesOf, type FileChange, recoverFiles, replaceFiles } from "./write-files";

export interface PlannedEdits {
  readonly edited: readonly LiveEdit[];
  /** Edits that a person makes, because dbmon cannot. */
  readonly listed: readonly LiveEdit[];
  readonly changes: readonly FileChange[];
  readonly refused: readonly Problem[];
}

/** Writes nothing. @throws ProblemError if a file changed after it was read */
export function planLiveEdits(
  target: Target | undefined,
  sources: DefinitionSources,
  drifts: readonly AlertDrift[],
  options: LiveEditOptions & { /** In Unix milliseconds. */ readonly now: number },
): PlannedEdits {
  const { objects, now } = options;
  const { edits, refused } = liveEditsOf(drifts, options);
  const files = sources.parts.filter((part): part is DefinitionsFile => "places" in part);
  const editable = new Set<string | undefined>(files.map(({ file }) => file));
  const isEditable = ({ definition }: LiveEdit) => editable.has(definition.place.file);
  const config = target && {
    file: target.config.file,
    text: normalizeText(readFileSync(target.config.file, "utf8")),
  };
  const scopesOf = (one: Config) =>
    one.environments.map((environment) => definitionScopeOf(one, environment));
  const scopes = target === undefined ? [] : scopesOf(target.config);
  const scope = target === undefined ? noEnvironments : definitionScopeOf(target.config, target.environment);
  const edited = editDefinitions(edits.filter(isEditable), {
    files,
    config,
    scope,
    scopes: scopes.length === 0 ? [scope] : scopes,
    identify: identifier(objects),
    readScopes: (text) => {
      const changed = parseConfig(text, config?.file ?? "", target?.env ?? {}, []);
      return changed && scopesOf(changed);
    },
    isAccepted: (edit, after) => isInSyncAfter(edit, after, objects, now),
  });
  const unedited = edited.refused.map(([edit]) => edit).filter(({ isRemoved }) => !isRemoved);
  return {
    edited: edited.edited,
    listed: [...edits.filter((edit) => !isEditable(edit)), ...unedited],
    changes: changesOf(edited.files),
    refused: [...refused, ...edited.refused.map(([, problem]) => problem)],
  };
}

function journalFolder({ target }: CliContext): string {
  return dirname(target?.config.file ?? ".");
}

/** Completes an interrupted write, which was confirmed. @param command for the message, such as `dbmon accept` @throws ProblemError */
export function startEdits(context: CliContext, command: string, writes: boolean): void {
  requireOneEnvironment(context.target, command);
  const recovered = writes ? recoverFiles(journalFolder(context)) : [];
  if (recovered.length > 0)
    context.err(toSafeLine(`Completed an interrupted write: ${recovered.join(", ")}.`));
}

export function writeEdits(context: CliContext, changes: readonly FileChange[], isText: boolean): void {
  replaceFiles(changes, journalFolder(context));
  if (isText) context.out(toSafeLine(`Wrote ${changes.map(({ file }) => file).join(", ")}.`));
}

function requireOneEnvironment(target: Target | undefined, command: string): void {
  const isAmbiguous =
    target !== undefined && target.environment === undefined && target.config.environments.length > 0;
  if (target?.isOneOfSeveral !== true && !isAmbiguous) return;
  throw ProblemError.of("edit-refused", `${command} edits the definitions of one environment.`, {
    remedy: "Set --environment to one name.",
  });
}
