/** Watches the folders of files for changes. */
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Editors write a file in several steps. In milliseconds. */
const quietPeriodMs = 100;

export class ChangeWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  /** Folders whose subfolders are watched too. */
  readonly #trees = new Set<string>();
  #isChanged = false;
  #timer: NodeJS.Timeout | undefined;
  #notify: (() => void) | undefined;

  /** Watches folders with their subfolders, and the folders of files, because an editor can replace a file. */
  add(paths: readonly string[]): void {
    for (const path of paths.map((path) => resolve(path)).filter((path) => existsSync(path))) {
      if (isFolder(path)) this.#watchTree(path);
      else this.#watchFolder(dirname(path));
    }
  }

  #watchTree(folder: string): void {
    if (this.#trees.has(folder)) return;
    this.#trees.add(folder);
    this.#watchFolder(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && isSearched(entry.name)) this.#watchTree(join(folder, entry.name));
  }

  #watchFolder(folder: string): void {
    if (this.#watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (name !== null && this.#trees.has(folder)) this.#updateTree(join(folder, name));
      this.#reportChange();
    });
    // A removed folder is a change. The next run reports it.
    watcher.on("error", () => {
      this.#reportChange();
    });
    this.#watchers.set(folder, watcher);
  }

  /** Watches a new subfolder. Forgets a removed one, because a folder with the same name can be created later. */
  #updateTree(path: string): void {
    if (isFolder(path)) {
      if (isSearched(basename(path))) this.#watchTree(path);
    } else if (this.#trees.delete(path)) {
      this.#watchers.get(path)?.close();
      this.#watchers.delete(path);
    }
  }

  /** Waits for a change since the last wait. */
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

/** Other folders contain neither definitions nor tests. */
function isSearched(name: string): boolean {
  return !name.startsWith(".") && name !== "node_modules";
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
