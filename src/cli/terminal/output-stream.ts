/**
 * Standard output and standard error. The streams of the process take milliseconds to load, a third of a short command, so output that goes
 * to a file or a pipe is written without them.
 */
import { fstatSync, writeSync } from "node:fs";
import { type SafeOutput } from "./color";
import { type Stream } from "./terminal";

const descriptors = { stdout: 1, stderr: 2 } as const;

export class OutputStream implements Stream {
  readonly isTTY: boolean;
  readonly #descriptor: number;
  #stream: NodeJS.WriteStream | undefined;

  /** @param onError called when output is lost, for example because the pipe is closed or the disk is full */
  constructor(
    private readonly name: keyof typeof descriptors,
    private readonly onError: (error: NodeJS.ErrnoException) => void,
  ) {
    this.#descriptor = descriptors[name];
    this.isTTY = isCharacterDevice(this.#descriptor) && this.#load().isTTY;
  }

  get columns(): number | undefined {
    return this.isTTY ? this.#load().columns : undefined;
  }

  write(...parts: readonly SafeOutput[]): void {
    const text = parts.join("");
    if (this.#stream === undefined) this.#writeDirectly(Buffer.from(text));
    else this.#stream.write(text);
  }

  #writeDirectly(bytes: Buffer): void {
    for (let rest = bytes; rest.length > 0;) {
      try {
        rest = rest.subarray(writeSync(this.#descriptor, rest));
      } catch (error) {
        // All errors of node:fs are of this type.
        const failure = error as NodeJS.ErrnoException;
        // A pipe that another process made non-blocking is full. Only the stream can wait for it.
        if (failure.code === "EAGAIN") this.#load().write(rest);
        else this.onError(failure);
        return;
      }
    }
  }

  #load(): NodeJS.WriteStream {
    this.#stream ??= process[this.name].on("error", this.onError);
    return this.#stream;
  }
}

/**
 * True for a terminal. With plain numbers, the stat of a pipe stays in a shared array of Node 20, which then no longer resolves links in the
 * paths of modules (`realpathSync` in lib/fs.js). Big integers use another array.
 */
function isCharacterDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor, { bigint: true }).isCharacterDevice();
  } catch {
    return false;
  }
}
