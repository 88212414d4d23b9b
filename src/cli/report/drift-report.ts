/** Drift: which live alerts are not as the definitions say, and which no definition names. */
import { quote } from "../../diagnostics";
import { type DriftDocument } from "../documents/drift-document";
import { joinCounts, type Entry, type Report, type Tone, type Weight } from "./report";
import { formatFieldText } from "./field-text";

type Standing = DriftDocument["alerts"][number];
type Status = Standing["status"];

const weights: Readonly<Record<Status, Weight>> = {
  "in-sync": "none",
  pending: "notice",
  drifted: "error",
  unknown: "error",
};

const tones: Readonly<Record<Status, Tone>> = {
  "in-sync": "none",
  pending: "doubt",
  drifted: "delete",
  unknown: "change",
};

export function driftReport({ alerts, unmanaged, problems, names }: DriftDocument): Report {
  const count = (status: Status) => alerts.filter((one) => one.status === status).length;
  const rest = joinCounts([
    [count("pending"), "pending"],
    [count("unknown"), "unknown"],
    [unmanaged.length, "not in code"],
  ]);
  return {
    title: "Drift",
    summary: `${count("in-sync")} in sync, ${count("drifted")} drifted${rest === "" ? "" : `, ${rest}`}.`,
    entries: [...alerts.map((standing) => entryOf(standing, names)), ...unmanaged.map(notInCode)],
    problems,
  };
}

/** What is pending is on its way; what may have drifted counts as drift. */
export function hasDrift({ alerts }: DriftDocument): boolean {
  return alerts.some(({ status }) => status === "drifted" || status === "unknown");
}

function entryOf(standing: Standing, known: DriftDocument["names"]): Entry {
  const { name, status, fields, action, where } = standing;
  return {
    name,
    label: `${status}:`,
    says:
      whatDiffers(standing) + (standing.until === undefined ? "" : `, and may do so until ${standing.until}`),
    weight: weights[status],
    tone: tones[status],
    fields: action === "create" ? [] : fields.map((field) => formatFieldText(field, known)),
    shows: "differences",
    notes: [],
    problems: [],
    ...(where === undefined ? {} : { where }),
  };
}

function notInCode({ id, name }: DriftDocument["unmanaged"][number]): Entry {
  return {
    name,
    label: "not in code:",
    says: `(id ${id})`,
    isUnmanaged: true,
    weight: "notice",
    tone: "none",
    fields: [],
    shows: "differences",
    notes: [],
    problems: [],
  };
}

function whatDiffers({ action, id, fields }: Standing): string {
  switch (action) {
    case "create":
      return "does not exist";
    case "replace":
      return `is of another kind (id ${id ?? 0})`;
    case "complete":
      return `has no configuration (id ${id ?? 0})`;
    case "rename": {
      const name = fields.find(({ path }) => path[0] === "name")?.from;
      return `is named ${quote(String(name))} (id ${id ?? 0})`;
    }
    case "update":
      return `differs (id ${id ?? 0})`;
    case "unchanged":
      return "is in sync";
  }
}
