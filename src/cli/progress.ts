/**
 * Progress on long work: on a terminal one line that is painted over, with what is under way, how far it is and how long a wait
 * takes; elsewhere, and for what has to stay, plain lines.
 */
import { formatProblem, quote } from "../diagnostics";
import { type ProgressEvent } from "../engine";
import { type CliContext } from "./context";
import { problemLines } from "./render/text";
import { pluralize } from "./report/report";

/** Names of changes under way that the line has room for. */
const mostNamed = 3;

export function createProgressListener(context: CliContext): (event: ProgressEvent) => void {
  return context.setStatus === undefined
    ? plainProgress(context)
    : new LiveProgress(context, context.setStatus).listener;
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

function differ(count: number): string {
  return `${pluralize(count, "alert")} ${count === 1 ? "differs" : "differ"}`;
}

function lookingText({ name, why }: Extract<ProgressEvent, { type: "looking-for-alert" }>): string {
  const reason =
    why === "answer-lost"
      ? "the creation's answer was lost"
      : "the service says that the name is taken, and does not list it yet";
  return `${quote(name)}: ${reason}; looking whether the alert exists`;
}

function plainProgress({ err }: CliContext): (event: ProgressEvent) => void {
  return (event) => {
    switch (event.type) {
      case "reading-configurations":
      case "change-started":
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
        err(`All is written; waiting ${secondsTo(event.until)} s until it has taken effect.`);
        return;
      case "looking-again":
        err(
          `${differ(event.differing)}; looking again in ${secondsTo(event.until)} s, for a read may be stale so long.`,
        );
        return;
      case "looking-for-alert":
        err(lookingText(event));
        return;
    }
  };
}

class LiveProgress {
  readonly #underWay = new Set<string>();
  #countdown: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: CliContext,
    private readonly status: (line: string) => void,
  ) {}

  readonly listener = (event: ProgressEvent): void => {
    clearInterval(this.#countdown);
    switch (event.type) {
      case "reading-configurations":
        this.status(event.read < event.total ? `Reading ${event.read}/${event.total} configurations` : "");
        return;
      case "change-started":
        this.#underWay.add(`${event.action} ${quote(event.name)}`);
        this.#paintChanges(event);
        return;
      case "change-finished":
        this.#underWay.delete(`${event.action} ${quote(event.name)}`);
        // The status line goes; what failed stays.
        problemLines(event.problems, this.context.color.err).forEach(this.context.err);
        this.#paintChanges(event);
        return;
      case "waiting-for-propagation":
        this.#count(event.until, (seconds) => `All is written; it has taken effect in ${seconds} s`);
        return;
      case "looking-again":
        this.#count(event.until, (seconds) => `${differ(event.differing)}; looking again in ${seconds} s`);
        return;
      case "looking-for-alert":
        this.context.err(lookingText(event));
        return;
    }
  };

  #paintChanges({ finished, total }: { readonly finished: number; readonly total: number }): void {
    if (this.#underWay.size === 0) {
      this.status("");
      return;
    }
    const named = [...this.#underWay].slice(0, mostNamed);
    const more = this.#underWay.size - named.length;
    this.status(`[${finished}/${total}] ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`);
  }

  #count(until: number, text: (seconds: number) => string): void {
    const paint = () => {
      const seconds = secondsTo(until);
      this.status(seconds > 0 ? text(seconds) : "");
      if (seconds <= 0) clearInterval(this.#countdown);
    };
    paint();
    this.#countdown = setInterval(paint, 1000).unref();
  }
}
