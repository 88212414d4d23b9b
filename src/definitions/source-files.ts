/** The files that a user means with the sources he names: files, folders with what is below them, and cdktf output folders. */
import { existsSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type Problem } from "../diagnostics";
import { type FileKind, reasonOf, standardInput } from "./file-text";
import { isOfProject } from "./project-files";

export interface SourceFile {
  /** As the user finds it. */
  readonly file: string;
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
}

/** @param sources paths, or `-` for standard input @returns each file once, however often it is named */
export function filesOf(sources: readonly string[], problems: Problem[]): SourceFile[] {
  const search = new Search(problems);
  for (const source of sources) search.addSource(source);
  return search.files;
}

class Search {
  readonly files: SourceFile[] = [];
  /** Real paths of files and folders; also what keeps links in a circle from having no end. */
  readonly #seen = new Set<string>();

  constructor(private readonly problems: Problem[]) {}

  addSource(source: string): void {
    if (source === "-") {
      if (this.#isNew(standardInput)) this.files.push({ file: standardInput, kind: "definitions", size: 0 });
      return;
    }
    const stats = statsOf(source);
    if (stats === undefined) this.#tell(source, "There is no such file or folder.", whatToName);
    else if (typeof stats === "string") this.#tellUnreadable(source, stats);
    else if (!stats.isDirectory()) this.#addFile(source, stats);
    else if (this.#isNew(realpathSync(source))) this.#addFolder(source);
  }

  #addFolder(folder: string): void {
    const stacks = join(folder, "stacks");
    const names = isOutput(folder) ? this.#namesIn(stacks) : this.#namesIn(folder);
    if (names === undefined) return;
    const found = isOutput(folder)
      ? names.map((name) => join(stacks, name, stackName))
      : names.filter(isStack).map((name) => join(folder, name));
    const stackFiles = found.filter((file) => existsSync(file));
    if (stackFiles.length > 0) {
      for (const file of stackFiles) this.#addPath(file);
    } else if (isOutput(folder) || !this.#addDefinitionsBelow(folder, names)) {
      const output = join(folder, "cdktf.out");
      const remedy = existsSync(output)
        ? `Name the stacks that cdktf has synthesized: ${output}`
        : whatToName;
      this.#tell(folder, "The folder holds no definitions.", remedy);
    }
  }

  /** @returns whether there were any, though they be unreadable or read already */
  #addDefinitionsBelow(folder: string, names: readonly string[]): boolean {
    let found = false;
    for (const name of names.filter((one) => !one.startsWith(".") && one !== "node_modules")) {
      const path = join(folder, name);
      const stats = statsOf(path);
      if (typeof stats === "object" && stats.isDirectory()) {
        if (name === "cdktf.out" || isOutput(path) || existsSync(join(path, stackName))) continue;
        const below = this.#isNew(realpathSync(path)) ? this.#namesIn(path) : [];
        // That it cannot be read has been told.
        found = below === undefined || this.#addDefinitionsBelow(path, below) || found;
      } else if (/\.(ya?ml|json)$/i.test(name) && !isOfProject(name)) {
        this.#addPath(path);
        found = true;
      }
    }
    return found;
  }

  #addPath(file: string): void {
    const stats = statsOf(file);
    if (stats === undefined)
      this.#tell(file, "The link leads nowhere.", "Remove it, or let it lead to a file.");
    else if (typeof stats === "string") this.#tellUnreadable(file, stats);
    else this.#addFile(file, stats);
  }

  #addFile(file: string, stats: Stats): void {
    if (!stats.isFile()) {
      const what = `It is ${kindOf(stats)}, and no file or folder.`;
      this.#tell(file, what, "Name - to read standard input: `... | dbmon check -`.");
    } else if (/\.(tf|tsx?|jsx?)$/.test(file)) {
      const what = "The file is code, and no definitions.";
      this.#tell(file, what, "Constructs are synthesized first: `cdktf synth`, and then name cdktf.out.");
    } else if (this.#isNew(realpathSync(file))) {
      this.files.push({ file, kind: isStack(basename(file)) ? "stack" : "definitions", size: stats.size });
    }
  }

  #namesIn(folder: string): string[] | undefined {
    try {
      return readdirSync(folder).sort();
    } catch (error) {
      const what = `The folder cannot be read: ${reasonOf(error)}.`;
      this.#tell(folder, what, "Allow it, or name its files one by one.");
      return undefined;
    }
  }

  #isNew(path: string): boolean {
    return this.#seen.size < this.#seen.add(path).size;
  }

  #tellUnreadable(file: string, reason: string): void {
    this.#tell(file, `It cannot be read: ${reason}.`, "Allow it, or name another.");
  }

  #tell(file: string, what: string, remedy: string): void {
    this.problems.push({ severity: "error", what, where: { file }, remedy });
  }
}

const whatToName =
  "Name a definitions file (.yaml, .yml, .json), a folder of them, or a cdktf output folder (cdktf.out).";

const stackName = "cdk.tf.json";

function isStack(name: string): boolean {
  return name.endsWith(stackName);
}

/** A cdktf output folder has both; a folder of definitions may have a folder named stacks by chance. */
function isOutput(folder: string): boolean {
  return existsSync(join(folder, "manifest.json")) && existsSync(join(folder, "stacks"));
}

/** @returns undefined where there is none; why, where that cannot be told */
function statsOf(path: string): Stats | string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return reasonOf(error);
  }
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  return "a device";
}
