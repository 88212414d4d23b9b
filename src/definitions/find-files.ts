/** Finds the files to read for the paths that a user names: files, folders with subfolders, and cdktf output folders. */
import { existsSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, join } from "node:path";
import { errorCode, errorMessage, errorOf, type Problem } from "../diagnostics";
import { type FileKind, standardInput } from "./read-file";

export interface FoundFile {
  /** The path, relative to the same folder as the user's path. */
  readonly file: string;
  readonly kind: FileKind;
  /** In bytes. 0 for standard input. */
  readonly size: number;
  /** Whether the user named the file, or only its folder. */
  readonly isNamed: boolean;
}

/** @param sources paths, or `-` for standard input @returns each file once, even if several sources contain it */
export function findFiles(sources: readonly string[], problems: Problem[]): FoundFile[] {
  const search = new FileSearch(problems);
  for (const source of sources) search.addSource(source);
  return search.files;
}

class FileSearch {
  readonly files: FoundFile[] = [];
  /** Real paths of files and folders. Also ends loops of symbolic links. */
  readonly #visited = new Set<string>();

  constructor(private readonly problems: Problem[]) {}

  addSource(source: string): void {
    if (source === "-") {
      if (this.#visit(standardInput)) {
        this.files.push({ file: standardInput, kind: "definitions", size: 0, isNamed: true });
      }
      return;
    }
    const stats = this.#readStats(source, "No such file or folder.", supportedSources);
    if (stats?.isDirectory() === false) this.#addFile(source, stats, true);
    else if (stats !== undefined && this.#visit(realpathSync(source))) this.#addFolder(source);
  }

  #addFolder(folder: string): void {
    const isOutput = isCdktfOutput(folder);
    const stacksFolder = join(folder, "stacks");
    const names = this.#list(isOutput ? stacksFolder : folder);
    if (names === undefined) return;
    const stackFiles = isOutput
      ? names.map((name) => join(stacksFolder, name, stackFileName)).filter((file) => existsSync(file))
      : names.filter(isStackFile).map((name) => join(folder, name));
    if (stackFiles.length > 0) {
      for (const file of stackFiles) this.#addPath(file);
    } else if (isOutput || !this.#addDefinitions(folder, names)) {
      const output = join(folder, "cdktf.out");
      const remedy = existsSync(output) ? `Name the cdktf output folder: ${output}` : supportedSources;
      this.#report(folder, "The folder contains no definitions.", remedy);
    }
  }

  /** @returns whether the folder has definitions files or unreadable folders, including ones that were visited before */
  #addDefinitions(folder: string, names: readonly string[]): boolean {
    let isFound = false;
    for (const name of names.filter((name) => !name.startsWith(".") && name !== "node_modules")) {
      const path = join(folder, name);
      if (isFolder(path)) {
        if (name === "cdktf.out" || isCdktfOutput(path) || existsSync(join(path, stackFileName))) continue;
        const children = this.#visit(realpathSync(path)) ? this.#list(path) : [];
        isFound = children === undefined || this.#addDefinitions(path, children) || isFound;
      } else if (misnamedConfigs.has(name) || (/\.(ya?ml|json)$/i.test(name) && !isIgnoredFile(name))) {
        this.#addPath(path);
        isFound = true;
      }
    }
    return isFound;
  }

  #addPath(file: string): void {
    const stats = this.#readStats(file, "The symbolic link is broken.", "Remove it, or fix its target.");
    if (stats !== undefined) this.#addFile(file, stats, false);
  }

  /** @param missing what to report if the path does not exist @returns undefined after a report */
  #readStats(path: string, missing: string, remedy: string): Stats | undefined {
    try {
      // Without throwIfNoEntry, which on Node 26 also hides that a part of the path is not a folder.
      return statSync(path);
    } catch (error) {
      if (errorCode(error) === "ENOENT") this.#report(path, missing, remedy);
      else this.#reportUnreadable(path, "path", error, "Check the path and its permissions.");
      return undefined;
    }
  }

  #addFile(file: string, stats: Stats, isNamed: boolean): void {
    if (!stats.isFile()) {
      this.#report(
        file,
        "The path is not a file or folder.",
        "To read standard input, use -: `... | dbmon check -`.",
      );
    } else if (/\.(tf|tsx?|jsx?)$/.test(file)) {
      const remedy =
        "For constructs, synthesize the app, for example with `npx tsx main.ts`, and name the folder cdktf.out.";
      this.#report(file, "The file is source code, not definitions.", remedy);
    } else if (basename(file) === configFileName) {
      const remedy = "Name the definitions. The file is found from the current folder, or set --config.";
      this.#report(file, "The file is the configuration of environments, not definitions.", remedy);
    } else if (misnamedConfigs.has(basename(file))) {
      this.problems.push(misnamedConfig(file));
    } else if (isTestFile(basename(file))) {
      this.#report(file, "The file contains tests, not definitions.", "Run dbmon test to run them.");
    } else if (this.#visit(realpathSync(file))) {
      const kind = isStackFile(basename(file)) ? "stack" : "definitions";
      this.files.push({ file, kind, size: stats.size, isNamed });
    }
  }

  #list(folder: string): string[] | undefined {
    try {
      return readdirSync(folder).sort();
    } catch (error) {
      this.#reportUnreadable(folder, "folder", error, "Fix its permissions, or name its files explicitly.");
      return undefined;
    }
  }

  #reportUnreadable(path: string, kind: "path" | "folder", error: unknown, remedy: string): void {
    this.#report(path, `Cannot read the ${kind}: ${errorMessage(error)}.`, remedy);
  }

  /** @returns false if the path was visited before */
  #visit(realPath: string): boolean {
    return this.#visited.size < this.#visited.add(realPath).size;
  }

  #report(file: string, what: string, remedy: string): void {
    this.problems.push(errorOf("file-unreadable", what, { where: { file }, remedy }));
  }
}

export const supportedSources =
  "Name a definitions file (.yaml, .yml, .json), a folder of them, or a cdktf output folder (cdktf.out).";

const stackFileName = "cdk.tf.json";

/** Describes environments (docs/configuration.md). */
export const configFileName = "dbmon.yaml";

/** Names that people give the configuration, which no command reads. */
export const misnamedConfigs = new Set(["dbmon.yml", "Dbmon.yaml", "Dbmon.yml", "DBMON.yaml", "DBMON.yml"]);

export function misnamedConfig(file: string): Problem {
  const what = `The configuration is not read, because its name is not ${configFileName}.`;
  const remedy = `Rename it to ${configFileName}, in the current folder or a parent folder.`;
  return errorOf("config-invalid", what, { where: { file }, remedy });
}

function isStackFile(name: string): boolean {
  return name.endsWith(stackFileName);
}

/** Requires both entries because a folder of definitions may contain a folder named `stacks`. */
function isCdktfOutput(folder: string): boolean {
  return existsSync(join(folder, "manifest.json")) && existsSync(join(folder, "stacks"));
}

/** Whether the path is a folder, or a symbolic link to one. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Files of other tools, in lower case. */
const ignoredNames = new Set(
  (
    ".json azure-pipelines.yaml azure-pipelines.yml bitbucket-pipelines.yml biome.json cdk.json cdktf.json chart.yaml cloudbuild.yaml " +
    "codecov.yml composer.json dbmon.yaml deno.json jsconfig.json kustomization.yaml lerna.json mkdocs.yml npm-shrinkwrap.json nx.json " +
    "package-lock.json package.json pnpm-lock.yaml pnpm-workspace.yaml renovate.json skaffold.yaml taskfile.yml turbo.json vercel.json"
  ).split(" "),
);

const testFile = /\.test\.(ya?ml|json)$/;

const ignoredPatterns = [
  /^tsconfig(\..+)?\.json$/,
  /^(docker-)?compose(\..+)?\.ya?ml$/,
  /^(jest|eslint|prettier|babel|swc|vitest|playwright)(\..+)?\.(json|ya?ml)$/,
  /\.schema\.json$/,
  testFile,
  /\.tf\.json$/,
];

export function isTestFile(name: string): boolean {
  return testFile.test(name.toLowerCase());
}

function isIgnoredFile(name: string): boolean {
  const lowerCase = name.toLowerCase();
  return ignoredNames.has(lowerCase) || ignoredPatterns.some((pattern) => pattern.test(lowerCase));
}
