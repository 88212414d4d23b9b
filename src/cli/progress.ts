/** Progress on long work, as plain lines for people. */
import { formatProblem, quote } from "../diagnostics";
import { type ProgressEvent } from "../engine";
import { type CliContext } from "./context";

export function progressTo(context: CliContext): (event: ProgressEvent) => void {
  const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));
  return (event) => {
    switch (event.type) {
      case "change-started":
        return;
      case "change-finished": {
        const outcome = event.problems.length === 0 ? "done" : "failed";
        context.err(`[${event.finished}/${event.total}] ${event.action} ${quote(event.name)}: ${outcome}`);
        event.problems.forEach((problem) => {
          context.err(`error: ${formatProblem(problem)}`);
        });
        return;
      }
      case "waiting-for-propagation":
        context.err(`All is written; waiting ${secondsTo(event.until)} s until it has taken effect.`);
        return;
      case "looking-again":
        context.err(
          `${event.differing} differ; looking again in ${secondsTo(event.until)} s, for a read may be stale so long.`,
        );
        return;
      case "looking-for-alert":
        context.err(`${quote(event.name)}: the creation's answer was lost; looking whether the alert exists`);
        return;
    }
  };
}
