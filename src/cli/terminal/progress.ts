/** Reports progress of long work: on a terminal in the status line, elsewhere as lines on stderr. */
import { formatCount, joinFirst, quote } from "../../diagnostics";
import { type LookupReason, type ProgressEvent, type ProgressListener } from "../../engine";
import { problemLines } from "../../reports";
import { type CliContext } from "../framework/context";
import { reportProblems } from "./output";

const maxListedChanges = 3;

export function createProgressListener(context: CliContext): ProgressListener {
  const { color, err, setStatus } = context;
  const status = setStatus && new StatusLine(setStatus);
  const countDown = (until: number, format: (seconds: number) => string) => {
    if (status === undefined) err(format(secondsUntil(until)));
    else status.countDown(until, format);
  };
  return (event) => {
    status?.stopCountdown();
    switch (event.type) {
      case "reading-configurations": {
        const text = `Reading configurations: ${event.read}/${event.total}`;
        status?.show(event.read < event.total ? text : "");
        return;
      }
      case "reading-events": {
        const percent = Math.floor((100 * event.read) / event.total);
        const text = `Reading events: ${percent}% (${event.events} events)`;
        status?.show(event.read < event.total ? text : "");
        return;
      }
      case "change-started":
        status?.showChange(event);
        return;
      case "change-finished": {
        const { action, finished, name, problems, total } = event;
        const outcome = problems.length === 0 ? "done" : "failed";
        if (status === undefined) err(`[${finished}/${total}] ${action} ${quote(name)}: ${outcome}`);
        // Problems are printed above the status line, which is overwritten.
        problemLines(problems, color.err).forEach(err);
        status?.showChange(event);
        return;
      }
      case "clocks-differ":
      case "temporary-alert-ignored":
        reportProblems(context, [event.problem]);
        return;
      case "waiting-for-propagation":
        countDown(
          event.until,
          (seconds) => `All changes written. Waiting ${seconds} s for them to take effect.`,
        );
        return;
      case "waiting-to-refetch": {
        const { differing } = event;
        const subject = `${formatCount(differing, "alert")} ${differing === 1 ? "differs" : "differ"}`;
        countDown(event.until, (seconds) => `${subject}. Reads may be stale, refetching in ${seconds} s.`);
        return;
      }
      case "looking-for-alert":
        err(`${quote(event.name)}: ${lookupReasons[event.reason]} Checking whether the alert exists.`);
        status?.countDown(event.until, (seconds) => `Checking whether the alert exists: up to ${seconds} s`);
        return;
      case "waiting-to-compare":
        status?.countDown(event.until, (seconds) => `Next comparison in ${seconds} s`);
        return;
    }
  };
}

type ChangeEvent = Extract<ProgressEvent, { type: "change-started" | "change-finished" }>;

class StatusLine {
  readonly #activeChanges = new Set<string>();
  #countdown: NodeJS.Timeout | undefined;

  constructor(readonly show: (line: string) => void) {}

  showChange({ action, finished, name, total, type }: ChangeEvent): void {
    const change = `${action} ${quote(name)}`;
    if (type === "change-started") this.#activeChanges.add(change);
    else this.#activeChanges.delete(change);
    const listed = joinFirst([...this.#activeChanges], maxListedChanges);
    this.show(listed === "" ? "" : `[${finished}/${total}] ${listed}`);
  }

  countDown(until: number, format: (seconds: number) => string): void {
    const update = () => {
      const seconds = secondsUntil(until);
      this.show(seconds > 0 ? format(seconds) : "");
      if (seconds <= 0) this.stopCountdown();
    };
    update();
    this.#countdown = setInterval(update, 1000).unref();
  }

  stopCountdown(): void {
    clearInterval(this.#countdown);
  }
}

const lookupReasons: Readonly<Record<LookupReason, string>> = {
  "response-lost": "The response to the POST was lost.",
  "name-taken": "The service reports that the name exists, but does not list it yet.",
  "name-held": "Another alert has this name.",
};

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
