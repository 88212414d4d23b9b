/** Watches the folders of files for changes. */
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Editors write a file in several steps. In milliseconds. */
const quietPeriodMs = 100;

export class ChangeWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  #isChanged = false;
  #timer: NodeJS.Timeout | undefined;
  #notify: (() => void) | undefined;

  /** Watches folders with their subfolders, and the folders of files, because an editor can replace a file. */
  add(paths: readonly string[]): void {
    for (const path of paths.map((path) => resolve(path)).filter((path) => existsSync(path)))
      for (const folder of isFolder(path) ? foldersIn(path) : [dirname(path)]) this.#watchFolder(folder);
  }

  /** Before a run, so that new folders are watched, and removed ones, which can be created again, are not. */
  reset(paths: readonly string[]): void {
    this.close();
    this.#watchers.clear();
    this.add(paths);
  }

  #watchFolder(folder: string): void {
    if (this.#watchers.has(folder)) return;
    const reportChange = () => {
      this.#reportChange();
    };
    // A removed folder is a change. The next run reports it.
    this.#watchers.set(folder, watch(folder, reportChange).on("error", reportChange));
  }

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

/** Hidden folders and packages contain neither definitions nor tests. */
function foldersIn(folder: string): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules",
  );
  return [folder, ...folders.flatMap(({ name }) => foldersIn(join(folder, name)))];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
