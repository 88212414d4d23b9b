/** Prints what `dbmon accept` changes: one line for each value, and the unified diff of the files. */
import { formatPlace, type Place, quote, toSafeLine } from "../../diagnostics";
import { lineDiff } from "../../export";
import { writeField } from "../../plan-document";
import { type FieldChange } from "../../reconcile";
import { formatFieldText } from "../shared/report/field-text";
import { joinCounts, pluralize, type Report } from "../shared/report/report";
import { type AcceptDocument, type Acceptance } from "./document";
import { placeOfEdit } from "./live-edits";
import { type FileChange } from "./write-files";

/** `alerts.yaml:8: trigger: 80 -> 85`, from the value of the code to the live value. */
export function changeLines(acceptance: Acceptance, document: AcceptDocument): string[] {
  const { edited, listed, defined } = acceptance;
  const names = document.names ?? acceptance.names;
  const users = new Map<string, number>();
  for (const edit of listed) {
    const line = formatLine(placeOfEdit(edit));
    users.set(line, (users.get(line) ?? 0) + 1);
  }
  const changed = [...edited, ...listed].flatMap((edit) => {
    const isShared = (users.get(formatLine(placeOfEdit(edit))) ?? 0) > 1;
    const write = (text: string, path?: FieldChange["path"]) => {
      const place = placeOfEdit(edit, path);
      const { line, construct = quote(edit.definition.name), address } = place;
      const owner = address ?? (line === undefined || isShared ? construct : "");
      return toSafeLine([formatLine(place), owner, text].filter((part) => part !== "").join(": "));
    };
    if (edit.isRemoved === true) return [write(`remove ${quote(edit.definition.name)}`)];
    return edit.fields.map(({ path, from, to }) => {
      const text = formatFieldText(writeField({ path, from: to, to: from }), names);
      return write(`${String(path.at(-1))}: ${text.from ?? "none"} -> ${text.to ?? "none"}`, path);
    });
  });
  const added = defined.map(({ id, name, where }) => `${formatPlace(where)}: add ${quote(name)} (id ${id})`);
  return [...changed, ...added];
}

/** `main.ts:42`. The folder of the root module is not named. */
function formatLine({ file, line }: Place): string {
  if (file === undefined || file === ".") return "";
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
