/** Prints lines to stdout and stderr. On a terminal, keeps a status line below them. */
import { fitText } from "./lists/fit-text";

/** The part of a process stream that a terminal needs. */
export interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const defaultColumns = 80;
const clearLine = "\r\u001b[K";

export class Terminal {
  #status = "";

  constructor(
    private readonly stdout: Stream,
    private readonly stderr: Stream,
  ) {}

  readonly out = (line: string): void => {
    this.#print(this.stdout, line);
  };

  readonly err = (line: string): void => {
    this.#print(this.stderr, line);
  };

  /** Replaces the status line. An empty line removes it. Undefined if stderr is not a terminal. */
  get setStatus(): ((line: string) => void) | undefined {
    if (this.stderr.isTTY !== true) return undefined;
    return (line) => {
      const { columns = 0 } = this.stderr;
      // A terminal of unknown width reports 0 columns.
      const { text } = fitText(line, (columns > 1 ? columns : defaultColumns) - 1);
      if (text === this.#status) return;
      this.stderr.write(clearLine + text);
      this.#status = text;
    };
  }

  #print(stream: Stream, line: string): void {
    if (this.#status === "" || stream.isTTY !== true) {
      stream.write(`${line}\n`);
      return;
    }
    this.stderr.write(clearLine);
    stream.write(`${line}\n`);
    this.stderr.write(this.#status);
  }
}
