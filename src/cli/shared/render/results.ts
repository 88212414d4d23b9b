/** Formats what an apply did: one line per change. Failures are last, next to the summary. */
import { quote, toSafeLine } from "../../../diagnostics";
import { type FieldText } from "../report/field-text";
import { type Entry, type Report } from "../report/report";
import { type TextLayout } from "./field-lines";
import { effectStyles } from "./color";

/** In characters. Of a longer difference, only the name of the field is listed. */
const maxDifferenceLength = 80;
/** A longer list would hide what was done. */
const maxSkippedListed = 20;

/** @param isJoint whether the report stands for several environments, whose times differ */
export function resultLines(report: Report, { color }: TextLayout, isJoint = false): string[] {
  const results = report.entries.filter(({ outcome }) => outcome !== undefined);
  const sorted = [...results].sort((a, b) => rankOf(a) - rankOf(b));
  const skipped = results.filter(({ outcome }) => outcome === "skipped").length;
  const omitted = Math.max(0, skipped - maxSkippedListed);
  const time = isJoint ? "" : ` after ${formatDuration(report.executionMs ?? 0)}`;
  return [
    color(`Results${time}:`, "bold"),
    ...sorted.slice(0, sorted.length - omitted).map((entry) => {
      const label = color(entry.label, entry.outcome === "failed" ? "red" : effectStyles[entry.effect]);
      return `${label} ${quote(entry.name)} ${toSafeLine(`${entry.description}${detailOf(entry)}`)}`;
    }),
    ...(omitted > 0 ? [`and ${omitted} more not started (--json lists all)`] : []),
  ];
}

const ranks = { done: 0, failed: 2, skipped: 3 } as const;

function rankOf({ outcome = "done", isSilencing }: Entry): number {
  return outcome === "done" && isSilencing === true ? 1 : ranks[outcome];
}

/** What an update changed. The problems of a failed change are on stderr. */
function detailOf({ outcome, effect, fields }: Entry): string {
  if (outcome !== "done" || effect !== "change") return "";
  return fields.length === 0 ? "" : `: ${fields.map(differenceOf).join(", ")}`;
}

function differenceOf({ field, from, to }: FieldText): string {
  const text = `${field} ${from} -> ${to}`;
  return text.length > maxDifferenceLength ? field : text;
}

/** @param ms in milliseconds */
function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
