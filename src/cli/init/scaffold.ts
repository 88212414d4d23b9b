/** A new project from a template: the files of templates/LANGUAGE, of which package.json alone is not taken as it is. */
import { lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import * as z from "zod";
import { ProblemError } from "../../diagnostics";
import { createFolder } from "../create-folder";
import { type Language } from "./languages";

export interface Scaffold {
  readonly language: Language;
  /** Where it is written; made where it does not exist. */
  readonly folder: string;
  /** What package.json asks of npm for this package: a version, or any other spec. */
  readonly package: string;
}

const templates = join(__dirname, "..", "..", "..", "templates");
const self = "dbmon-iac";
const packages = z.record(z.string(), z.string());
const manifest = z.looseObject({ dependencies: packages.optional(), devDependencies: packages.optional() });

/** @returns the files, by path in the folder @throws ProblemError where one of them is there already; nothing is written then */
export function writeScaffold(scaffold: Scaffold): readonly string[] {
  const { folder } = scaffold;
  const files = filesOf(scaffold);
  const names = [...files.keys()];
  const taken = names.filter((name) => isTaken(folder, name));
  if (taken.length > 0) {
    throw ProblemError.of(`Nothing was written: ${taken.join(", ")} would be overwritten.`, {
      where: { file: folder },
      remedy: "Name another folder, or move these files away.",
    });
  }
  try {
    for (const [name, text] of files) {
      const file = join(folder, name);
      createFolder(dirname(file));
      // Not even one that somebody has made in this moment.
      writeFileSync(file, text, { flag: "wx" });
    }
  } catch (error) {
    throw ProblemError.of(`The project cannot be written: ${reasonOf(error)}.`, {
      where: { file: folder },
      remedy: "Name a folder that you may write to.",
    });
  }
  return names;
}

function filesOf({ language, folder, package: spec }: Scaffold): ReadonlyMap<string, string> {
  const template = join(templates, language);
  const names = readdirSync(template, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(template, name)).isFile(),
  );
  const files = names.map((name): [string, string] => {
    const text = readFileSync(join(template, name), "utf8");
    // npm leaves every .gitignore out of a package.
    if (name === "gitignore") return [".gitignore", text];
    return [name.replaceAll(sep, "/"), name === "package.json" ? manifestText(text, folder, spec) : text];
  });
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function manifestText(text: string, folder: string, spec: string): string {
  const { dependencies, devDependencies, ...rest } = manifest.parse(JSON.parse(text));
  const wanted = (given: z.infer<typeof packages> | undefined) =>
    given && { ...given, ...(self in given ? { [self]: spec } : {}) };
  const filled = {
    ...rest,
    name: packageName(folder),
    dependencies: wanted(dependencies),
    devDependencies: wanted(devDependencies),
  };
  return `${JSON.stringify(filled, undefined, 2)}\n`;
}

/** The folder's name, as npm allows it. */
function packageName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .replace(/-+$/, "");
  // npm would take the package for a dependency of itself.
  return name === "" || name === self ? "alerts" : name.slice(0, 200);
}

/** Whether writing the file would overwrite something: itself, or a file where one of its folders has to be. */
function isTaken(folder: string, name: string): boolean {
  const parts = name.split("/");
  return parts.some((_, index) => {
    const found = lookAt(join(folder, ...parts.slice(0, index + 1)));
    return found !== undefined && (index === parts.length - 1 || !found.isDirectory());
  });
}

/** A link that leads nowhere is there, too. */
function lookAt(path: string): ReturnType<typeof statSync> {
  try {
    const found = lstatSync(path);
    return found.isSymbolicLink() ? (statSync(path, { throwIfNoEntry: false }) ?? found) : found;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
