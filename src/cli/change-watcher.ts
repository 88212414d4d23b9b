/** Watches the folders of files for changes. */
import { existsSync, type FSWatcher, statSync, watch } from "node:fs";
import { dirname, resolve } from "node:path";

/** Editors write a file in several steps. In milliseconds. */
const quietPeriodMs = 100;

export class ChangeWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  #isChanged = false;
  #timer: NodeJS.Timeout | undefined;
  #notify: (() => void) | undefined;

  /** Watches the entries of folders, and the folders of files, because an editor can replace a file. */
  add(paths: readonly string[]): void {
    for (const path of paths.filter((path) => existsSync(path))) {
      const folder = resolve(statSync(path).isDirectory() ? path : dirname(path));
      if (this.#watchers.has(folder)) continue;
      const watcher = watch(folder, () => {
        this.#reportChange();
      });
      // A removed folder is a change. The next run reports it.
      watcher.on("error", () => {
        this.#reportChange();
      });
      this.#watchers.set(folder, watcher);
    }
  }

  /** Waits for a change since the last wait. @returns false if the signal was aborted */
  async wait(signal: AbortSignal): Promise<boolean> {
    await new Promise<void>((done) => {
      if (this.#isChanged || signal.aborted) done();
      this.#notify = done;
      signal.onabort = () => {
        done();
      };
    });
    signal.onabort = null;
    this.#isChanged = false;
    return !signal.aborted;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #reportChange(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isChanged = true;
      this.#notify?.();
    }, quietPeriodMs);
  }
}
