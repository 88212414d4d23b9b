/** Prints what `dbmon accept` changes: one line for each value, and the unified diff of the files. */
import { formatPlace, quote, toSafeLine } from "../../diagnostics";
import { lineDiff } from "../../export";
import { writeField } from "../../plan-document";
import { placeOfField } from "../../reconcile";
import { formatFieldText } from "../shared/report/field-text";
import { joinCounts, pluralize, type Report } from "../shared/report/report";
import { type AcceptDocument, type Acceptance } from "./document";
import { type LiveEdit } from "./live-edits";
import { type FileChange } from "./write-files";

/** `alerts.yaml:8: trigger: 80 -> 85`, from the value of the code to the live value. */
export function changeLines(acceptance: Acceptance, document: AcceptDocument): string[] {
  const { edited, listed, defined, names } = acceptance;
  const added = defined.map(
    ({ id, name, where }) => `${formatPlace(where)}: ${quote(name)} (id ${id}) is defined`,
  );
  const changed = [...edited, ...listed].flatMap((edit) => {
    const lines = fieldLines(edit, document.names ?? names);
    return edit.isRemoved === true ? [`${lineOf(edit)}: ${quote(edit.definition.name)} is removed`] : lines;
  });
  return [...changed, ...added];
}

function fieldLines({ definition, change, fields }: LiveEdit, names: AcceptDocument["names"]): string[] {
  return fields.map(({ path, from, to }) => {
    const { file, line, construct, address } = placeOfField(definition, path);
    const place = formatPlace(file === undefined ? {} : { file, ...(line === undefined ? {} : { line }) });
    const owner = line === undefined ? (construct ?? address ?? quote(change.desired.name)) : undefined;
    const text = formatFieldText(writeField({ path, from: to, to: from }), names);
    const key = String(path.at(-1));
    const values = `${text.from ?? "none"} -> ${text.to ?? "none"}`;
    return toSafeLine(
      [place, owner, `${key}: ${values}`].filter((part) => part !== undefined && part !== "").join(": "),
    );
  });
}

function lineOf({ definition: { place } }: LiveEdit): string {
  const { file = "", line } = place;
  return formatPlace({ file, ...(line === undefined ? {} : { line }) });
}

/** For `git apply`: the lines end as in the files. */
export function patchOf(changes: readonly FileChange[]): string {
  const lines = changes.flatMap(({ file, before, after }) => {
    const path = file.replace(/^(?:\.?\/)+/, "");
    return lineDiff(before ?? "", after, [before === undefined ? "/dev/null" : `a/${path}`, `b/${path}`]);
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** The lines of the patch for a terminal or a log. */
export function patchLines(patch: string): string[] {
  return patch
    .split("\n")
    .slice(0, -1)
    .map((line) => toSafeLine(line.replace(/\r$/, "")));
}

export function acceptReport(
  { baseUrl, edited, listed, defined, changes, problems }: Acceptance,
  notes: readonly string[],
  isWritten: boolean,
): Report {
  const files =
    changes.length === 0 ? "" : ` ${isWritten ? "written to" : "for"} ${pluralize(changes.length, "file")}`;
  const rest = joinCounts([
    [listed.length, "to change in code"],
    [problems.length, "not accepted"],
  ]);
  return {
    title: "Accept",
    summary: `${pluralize(edited.length + defined.length, "alert")}${files}${rest === "" ? "" : `, ${rest}`}.`,
    baseUrl,
    entries: [],
    problems: [],
    notes,
  };
}
