/**
 * Creates a project from the files in `templates/LANGUAGE`. A project with environments has those in `templates/environments` instead,
 * where both have a file, and one that uses the published action has those in `templates/published` or `templates/published-environments`.
 * Only package.json is changed, its name and the version of this package, and lines for each environment.
 */
import { lstatSync, readdirSync, readFileSync, type Stats, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { configFileName } from "../../definitions";
import { errorMessage, ProblemError } from "../../diagnostics";
import { createFolder } from "../shared/files/create-folder";
import { refuseLinkedFolder } from "../shared/files/safe-files";
import { type CiName, fillCiFile, fillPublication, isOfOtherSystem, type Publication } from "./ci";
import { fillEnvironments, formatConfig, type ProjectEnvironment } from "./environments";
import { type Language } from "./project";

export interface Scaffold {
  readonly language: Language;
  /** Created if it does not exist. */
  readonly folder: string;
  /** The npm version or specifier of this package in package.json. */
  readonly packageSpec: string;
  /** Empty for a project without dbmon.yaml. */
  readonly environments: readonly ProjectEnvironment[];
  readonly ci: CiName;
  /** Undefined until the action is published. */
  readonly publication: Publication | undefined;
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
const optionalFiles = ["README.md", ".gitignore", ".vscode/extensions.json", ".vscode/settings.json"];

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

function createFiles(scaffold: Scaffold): ReadonlyMap<string, string> {
  const { language, folder, packageSpec, environments, ci, publication } = scaffold;
  const files = new Map(readTemplate(language));
  const hasEnvironments = environments.length > 0;
  if (hasEnvironments) {
    for (const [path, text] of readTemplate("environments"))
      files.set(path, fillEnvironments(text, environments));
    files.set(configFileName, formatConfig(environments));
  }
  // The action runs dbmon and not Terraform.
  if (publication !== undefined && language === "yaml") {
    for (const [path, text] of readTemplate(hasEnvironments ? "published-environments" : "published"))
      files.set(path, fillEnvironments(fillPublication(text, publication), environments));
  }
  files.set("README.md", fillCiFile(files.get("README.md") ?? "", ci));
  files.set("package.json", fillPackageJson(files.get("package.json") ?? "", folder, packageSpec));
  const own = [...files].filter(([path]) => !isOfOtherSystem(path, ci));
  return new Map(own.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readTemplate(name: string): [path: string, text: string][] {
  const template = join(templates, name);
  return readdirSync(template, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(template, path)).isFile())
    .map((path) => {
      const text = readFileSync(join(template, path), "utf8");
      // npm does not publish files that are named .gitignore.
      return [path === "gitignore" ? ".gitignore" : path.replaceAll(sep, "/"), text];
    });
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
