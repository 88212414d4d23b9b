import { type CheckName, checkNames } from "./checks";
import { repository } from "./repository";

/** The classes of problems, whose names are stable. docs/problems.md describes them. The problems of a check have its name. */
export const problemClasses = [
  "address-refused",
  "alert-changed",
  "alert-not-written",
  "alert-unsupported",
  "bug",
  "ci-invalid",
  "clock-differs",
  "code-host-failed",
  "config-invalid",
  "confirmation-invalid",
  "definition-invalid",
  "definition-missing",
  "deletion-limit",
  "drill-failed",
  "edit-refused",
  "emulator-failed",
  "environment-differs",
  "environment-skipped",
  "facts-incomplete",
  "file-changed",
  "file-unreadable",
  "file-unwritable",
  "interrupted",
  "metrics-invalid",
  "name-duplicate",
  "name-taken",
  "not-found",
  "not-in-effect",
  "package-failed",
  "pattern-unmatched",
  "plan-invalid",
  "plan-stale",
  "rate-limited",
  "reference-unknown",
  "request-rejected",
  "response-invalid",
  "service-unreachable",
  "terraform-invalid",
  "test-failed",
  "token-missing",
  "token-refused",
  "usage",
  "value-undefined",
  "write-unknown",
] as const;

export type ProblemClass = (typeof problemClasses)[number];
export type ProblemCode = ProblemClass | CheckName;

/** The address of its description. */
export function problemUrl(code: ProblemCode): string {
  const page = checkNames.some((name) => name === code) ? "checks" : "problems";
  return `https://github.com/${repository}/blob/v0/docs/${page}.md#${code}`;
}
