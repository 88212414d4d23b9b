/** The counts of what `dbmon accept` changes. */
import { readOrigin } from "../../../plan-document";
import { type Report } from "../../../reports";
import { type AcceptDocument } from "../../inputs/accept-document";

export function acceptReport(document: AcceptDocument, isWritten: boolean): Report {
  const { alerts, files, problems } = document;
  const listed = new Set(alerts.filter(({ status }) => status === "listed").map(({ name }) => name));
  return {
    kind: "accept",
    title: "Accept",
    ...readOrigin(document),
    findings: [],
    problems: [],
    accepted: alerts.length - listed.size,
    listed: listed.size,
    refused: problems.filter(({ where }) => !listed.has(where?.subject ?? "")).length,
    files: files.length,
    isWritten,
  };
}
