/** Receives what a command that works in several environments would print for one of them. */
import { type Problem } from "../../../diagnostics";
import { type PlanDocument } from "../../../plan-document";
import { type Report } from "../report/report";

export type Document = Readonly<Record<string, unknown>>;

/** Whether the changes of an environment may be written. */
export type Approval = "approved" | "not-confirmed" | "skipped";

export interface Collector {
  /** The content of this environment in a saved plan that holds several. */
  readonly savedPlan: unknown;
  addReport(report: Report): void;
  addDocument(document: Document): void;
  addProblems(problems: readonly Problem[]): void;
  addSavedPlan(plan: PlanDocument): void;
  /** Waits until the changes of all environments are known, the user has approved them, and the wave of the environment begins. */
  approve(report: Report): Promise<Approval>;
}

/** What one environment has printed. */
export class CollectedOutput {
  report: Report | undefined;
  document: Document | undefined;
  savedPlan: PlanDocument | undefined;
  /** Whether the changes have been planned, and need approval. */
  hasAsked = false;
  readonly problems: Problem[] = [];
  /** Lines of stdout. The report replaces them. */
  readonly lines: string[] = [];
}
