/** Prints what `dbmon accept` changes: one line for each value, and the unified diff of the files. */
import { relative, sep } from "node:path";
import { compareTexts, formatPlace, type Place, quote, toSafeLine } from "../../diagnostics";
import { lineDiff } from "../../export";
import { formatFieldText } from "../shared/report/field-text";
import { type Report } from "../shared/report/report";
import { type AcceptDocument } from "./document";
import { type FileChange } from "./write-files";

/** `alerts.yaml:8: trigger: 80 -> 85`, from the value of the code to the live value. */
export function changeLines({ alerts, names }: AcceptDocument): string[] {
  const users = new Map<string, number>();
  for (const { status, where } of alerts) {
    const line = formatLine(where);
    if (status === "listed") users.set(line, (users.get(line) ?? 0) + 1);
  }
  const sorted = [...alerts].sort(
    ({ where: a }, { where: b }) => compareTexts(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0),
  );
  return sorted.flatMap(({ name, id, status, where, fields }) => {
    const isShared = (users.get(formatLine(where)) ?? 0) > 1;
    const write = (place: Place, text: string) => {
      const owner = place.address ?? (place.line === undefined || isShared ? place.construct : undefined);
      return toSafeLine([formatLine(place), owner ?? "", text].filter((part) => part !== "").join(": "));
    };
    if (status === "defined") return [write(where, `add ${quote(name)} (id ${id ?? "unknown"})`)];
    if (status === "removed" || id === undefined) return [write(where, `remove ${quote(name)}`)];
    return fields.map(({ where: place, ...field }) => {
      const { from = "none", to = "none" } = formatFieldText(field, names);
      return write(place, `${String(field.path.at(-1))}: ${from} -> ${to}`);
    });
  });
}

/** `main.ts:42`. The folder of the root module is not named. */
function formatLine({ file, line }: Place): string {
  if (file === undefined || file === ".") return "";
  return formatPlace({ file, ...(line === undefined ? {} : { line }) });
}

/** For `git apply`: the lines end as in the files. */
export function patchOf(changes: readonly FileChange[]): string {
  const lines = changes.flatMap(({ file, before, after }) => {
    const path = relative(".", file).replaceAll(sep, "/");
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
  { base_url: baseUrl, alerts, files, problems }: AcceptDocument,
  notes: readonly string[],
  isWritten: boolean,
): Report {
  const listed = alerts.filter(({ status }) => status === "listed").length;
  const accepted = alerts.length - listed;
  return {
    title: "Accept",
    result: {
      kind: "accept",
      accepted,
      listed,
      refused: problems.length,
      files: files.length,
      isWritten,
    },
    baseUrl,
    entries: [],
    problems: [],
    notes,
  };
}
