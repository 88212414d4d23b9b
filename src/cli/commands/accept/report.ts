/** Prints what `dbmon accept` changes: the unified diff of the files, and the counts. */
import { relative, sep } from "node:path";
import { toSafeLine } from "../../../diagnostics";
import { lineDiff } from "../../../export";
import { readOrigin } from "../../../plan-document";
import { type Report } from "../../../reports";
import { type AcceptDocument } from "../../inputs/accept-document";
import { type FileChange } from "./write-files";

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

export function acceptReport(document: AcceptDocument, notes: readonly string[], isWritten: boolean): Report {
  const { alerts, files, problems } = document;
  const listed = alerts.filter(({ status }) => status === "listed").length;
  const accepted = alerts.length - listed;
  return {
    kind: "accept",
    title: "Accept",
    ...readOrigin(document),
    findings: [],
    problems: [],
    accepted,
    listed,
    refused: problems.length,
    files: files.length,
    isWritten,
    notes,
  };
}
