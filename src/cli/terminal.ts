/** Lines on the process's two streams, and on a terminal one line below them that is painted over. */
import { cell } from "./lists/cell";

/** What a process has of stdout and stderr. */
export interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const usualWidth = 80;
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

  /** Sets the line that is painted over; an empty one takes it away. Undefined where stderr is no terminal. */
  get status(): ((line: string) => void) | undefined {
    if (this.stderr.isTTY !== true) return undefined;
    return (line) => {
      const { columns = 0 } = this.stderr;
      // A terminal that does not know its width says 0.
      const { text } = cell(line, (columns > 1 ? columns : usualWidth) - 1);
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
