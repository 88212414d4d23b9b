/** Reports progress of long work: on a terminal in the status line, elsewhere as lines on stderr. */
import { formatProblem, quote } from "../../../diagnostics";
import { type LookupReason, type ProgressEvent } from "../../../engine";
import { type CliContext } from "../context";
import { problemLines } from "../render/text";
import { pluralize } from "../report/report";

/** Changes listed in the status line. */
const maxListedChanges = 3;

export function createProgressListener(context: CliContext): (event: ProgressEvent) => void {
  return context.setStatus === undefined
    ? createLineListener(context)
    : new StatusLineProgress(context, context.setStatus).listener;
}

function createLineListener({ err }: CliContext): (event: ProgressEvent) => void {
  return (event) => {
    switch (event.type) {
      case "reading-configurations":
      case "reading-events":
      case "change-started":
      case "waiting-to-compare":
        return;
      case "change-finished": {
        const outcome = event.problems.length === 0 ? "done" : "failed";
        err(`[${event.finished}/${event.total}] ${event.action} ${quote(event.name)}: ${outcome}`);
        event.problems.forEach((problem) => {
          err(`error: ${formatProblem(problem)}`);
        });
        return;
      }
      case "waiting-for-propagation":
        err(propagationText(secondsUntil(event.until)));
        return;
      case "waiting-to-refetch":
        err(refetchText(event.differing, secondsUntil(event.until)));
        return;
      case "looking-for-alert":
        err(searchText(event));
        return;
    }
  };
}

class StatusLineProgress {
  readonly #activeChanges = new Set<string>();
  #countdown: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: CliContext,
    private readonly setStatus: (line: string) => void,
  ) {}

  readonly listener = (event: ProgressEvent): void => {
    clearInterval(this.#countdown);
    switch (event.type) {
      case "reading-configurations":
        this.setStatus(
          event.read < event.total ? `Reading configurations: ${event.read}/${event.total}` : "",
        );
        return;
      case "reading-events":
        this.setStatus(
          event.read < event.total ? `Reading events: ${percentOf(event)}% (${event.events} events)` : "",
        );
        return;
      case "change-started":
        this.#activeChanges.add(`${event.action} ${quote(event.name)}`);
        this.#showActiveChanges(event);
        return;
      case "change-finished":
        this.#activeChanges.delete(`${event.action} ${quote(event.name)}`);
        // Problems are printed above the status line, which is overwritten.
        problemLines(event.problems, this.context.color.err).forEach(this.context.err);
        this.#showActiveChanges(event);
        return;
      case "waiting-for-propagation":
        this.#countDown(event.until, propagationText);
        return;
      case "waiting-to-refetch":
        this.#countDown(event.until, (seconds) => refetchText(event.differing, seconds));
        return;
      case "looking-for-alert":
        this.context.err(searchText(event));
        this.#countDown(event.until, (seconds) => `Checking whether the alert exists: up to ${seconds} s`);
        return;
      case "waiting-to-compare":
        this.#countDown(event.until, (seconds) => `Next comparison in ${seconds} s`);
        return;
    }
  };

  #showActiveChanges({ finished, total }: { readonly finished: number; readonly total: number }): void {
    if (this.#activeChanges.size === 0) {
      this.setStatus("");
      return;
    }
    const listed = [...this.#activeChanges].slice(0, maxListedChanges);
    const omitted = this.#activeChanges.size - listed.length;
    const suffix = omitted > 0 ? ` and ${omitted} more` : "";
    this.setStatus(`[${finished}/${total}] ${listed.join(", ")}${suffix}`);
  }

  #countDown(until: number, format: (seconds: number) => string): void {
    const update = () => {
      const seconds = secondsUntil(until);
      this.setStatus(seconds > 0 ? format(seconds) : "");
      if (seconds <= 0) clearInterval(this.#countdown);
    };
    update();
    this.#countdown = setInterval(update, 1000).unref();
  }
}

function propagationText(seconds: number): string {
  return `All changes written. Waiting ${seconds} s for them to take effect.`;
}

function refetchText(count: number, seconds: number): string {
  const subject = `${pluralize(count, "alert")} ${count === 1 ? "differs" : "differ"}`;
  return `${subject}. Reads may be stale, refetching in ${seconds} s.`;
}

const lookupReasons: Readonly<Record<LookupReason, string>> = {
  "response-lost": "The response to the POST was lost.",
  "name-taken": "The service reports that the name exists, but does not list it yet.",
  "incomplete-alert": "The alert with this name has no configuration.",
};

function searchText({ name, reason }: Extract<ProgressEvent, { type: "looking-for-alert" }>): string {
  return `${quote(name)}: ${lookupReasons[reason]} Checking whether the alert exists.`;
}

function percentOf({ read, total }: { readonly read: number; readonly total: number }): number {
  return Math.floor((100 * read) / total);
}

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
