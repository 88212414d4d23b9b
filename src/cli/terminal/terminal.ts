/** Prints lines to stdout and stderr. On a terminal, keeps a status line below them. */
import { fitText } from "../../diagnostics";
import { type Colorize } from "../../reports";
import { type SafeOutput, toSafeOutput } from "./color";

export interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  write(...parts: readonly SafeOutput[]): unknown;
}

const defaultColumns = 80;
const waitSeparator = " | ";
const clearLine = "\r\u001b[K" as SafeOutput;
const lineBreak = toSafeOutput("\n");

export class Terminal {
  /** The line as it is shown. */
  #status = toSafeOutput("");
  #wait = "";
  #progress = "";

  /** @param columns width of a terminal that does not report it, from the variable COLUMNS */
  constructor(
    private readonly stdout: Stream,
    private readonly stderr: Stream,
    private readonly columns: string | undefined,
    private readonly color: { readonly out: Colorize; readonly err: Colorize },
  ) {}

  readonly out = (line: string): void => {
    this.#print(this.stdout, toSafeOutput(line, this.color.out));
  };

  readonly err = (line: string): void => {
    this.#print(this.stderr, toSafeOutput(line, this.color.err));
  };

  /** Width of stdout. Undefined if it is not a terminal. */
  get outputColumns(): number | undefined {
    return this.stdout.isTTY === true ? this.#columnsOf(this.stdout) : undefined;
  }

  /** Replaces the status. An empty line removes it. */
  get setStatus(): ((line: string) => void) | undefined {
    return this.#setter((line) => (this.#progress = line));
  }

  /** Replaces the text before the status. */
  get setWait(): ((line: string) => void) | undefined {
    return this.#setter((line) => (this.#wait = line));
  }

  #setter(set: (line: string) => void): ((line: string) => void) | undefined {
    if (this.stderr.isTTY !== true) return undefined;
    return (line) => {
      set(line);
      this.#showStatus();
    };
  }

  #showStatus(): void {
    const line = [this.#wait, this.#progress].filter((part) => part !== "").join(waitSeparator);
    const text = toSafeOutput(fitText(line, this.#columnsOf(this.stderr) - 1).text, this.color.err);
    if (text === this.#status) return;
    this.stderr.write(clearLine, text);
    this.#status = text;
  }

  /** A terminal of unknown width reports 0 columns. */
  #columnsOf({ columns = 0 }: Stream): number {
    if (columns > 1) return columns;
    const configured = /^\d{1,4}$/.test(this.columns ?? "") ? Number(this.columns) : 0;
    return configured > 1 ? configured : defaultColumns;
  }

  #print(stream: Stream, line: SafeOutput): void {
    if (this.#status === "" || stream.isTTY !== true) {
      stream.write(line, lineBreak);
      return;
    }
    this.stderr.write(clearLine);
    stream.write(line, lineBreak);
    this.stderr.write(this.#status);
  }
}
