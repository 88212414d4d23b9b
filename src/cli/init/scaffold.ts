/** Creates a project from the files in `templates/LANGUAGE`. Only package.json is changed: its name and the version of this package. */
import { lstatSync, readdirSync, readFileSync, type Stats, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { errorMessage, ProblemError } from "../../diagnostics";
import { createFolder } from "../create-folder";
import { refuseLinkedFolder } from "../safe-files";
import { type Language } from "./project";

export interface Scaffold {
  readonly language: Language;
  /** Created if it does not exist. */
  readonly folder: string;
  /** The npm version or specifier of this package in package.json. */
  readonly packageSpec: string;
}

const templates = join(__dirname, "..", "..", "..", "templates");
const thisPackage = "dbmon-iac";

/** Paths are relative to the folder. */
export interface CreatedProject {
  readonly files: readonly string[];
  /** Files that existed and were not changed. */
  readonly kept: readonly string[];
  /** Lines of the project's .gitignore, without comments. */
  readonly ignoredFiles: readonly string[];
}

/** Files of a repository that has no project yet. A project works without ours. */
const optionalFiles = ["README.md", ".gitignore"];

/** @throws ProblemError if another file exists, before anything is written */
export function writeScaffold(scaffold: Scaffold): CreatedProject {
  const { folder } = scaffold;
  refuseLinkedFolder(folder);
  const all = createFiles(scaffold);
  const taken = [...all.keys()].filter((path) => isTaken(folder, path));
  const existing = taken.filter((path) => !optionalFiles.includes(path));
  const files = new Map([...all].filter(([path]) => !taken.includes(path)));
  if (existing.length > 0) {
    throw ProblemError.of(`Files already exist: ${existing.join(", ")}. Nothing was written.`, {
      where: { file: folder },
      remedy: "Choose another folder, or move these files.",
    });
  }
  try {
    for (const [path, text] of files) {
      const file = join(folder, path);
      createFolder(dirname(file));
      // Fails if another process has created the file after the check.
      writeFileSync(file, text, { flag: "wx" });
    }
  } catch (error) {
    throw ProblemError.of(
      `Cannot create the project: ${errorMessage(error)}.`,
      { where: { file: folder }, remedy: "Choose a writable folder." },
      { cause: error },
    );
  }
  const ignored = all.get(".gitignore")?.split("\n") ?? [];
  return {
    files: [...files.keys()],
    kept: taken,
    ignoredFiles: ignored.filter((line) => line !== "" && !line.startsWith("#")),
  };
}

function createFiles({ language, folder, packageSpec }: Scaffold): ReadonlyMap<string, string> {
  const template = join(templates, language);
  const names = readdirSync(template, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(template, name)).isFile(),
  );
  const files = names.map((name): [string, string] => {
    const text = readFileSync(join(template, name), "utf8");
    // npm does not publish files that are named .gitignore.
    if (name === "gitignore") return [".gitignore", text];
    return [
      name.replaceAll(sep, "/"),
      name === "package.json" ? fillPackageJson(text, folder, packageSpec) : text,
    ];
  });
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function fillPackageJson(text: string, folder: string, packageSpec: string): string {
  const values = new Map([
    ["name", packageName(folder)],
    [thisPackage, packageSpec],
  ]);
  const fill = (key: string, value: unknown) => values.get(key) ?? value;
  return `${JSON.stringify(JSON.parse(text), fill, 2)}\n`;
}

/** The name of the folder, converted to a valid npm package name. */
function packageName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .replace(/-+$/, "");
  // npm rejects a package that depends on its own name.
  return name === "" || name === thisPackage ? "alerts" : name.slice(0, 200);
}

/** Whether the path exists, or a file has the path of one of its parent folders. */
function isTaken(folder: string, path: string): boolean {
  const parts = path.split("/");
  return parts.some((_, index) => {
    const stats = readStats(join(folder, ...parts.slice(0, index + 1)));
    return stats !== undefined && (index === parts.length - 1 || !stats.isDirectory());
  });
}

/** A symbolic link counts as existing, whatever it refers to. */
function readStats(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
