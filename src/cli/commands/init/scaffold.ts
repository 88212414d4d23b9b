/**
 * Creates a project from the files in `templates/LANGUAGE`. Those in `templates/environments`, `cdktf`, and `live` replace the ones with the
 * same path. Placeholders, the name in package.json and the version of this package are filled in. An executable leaves out what needs npm.
 * Existing files stay. `templates/guides` has the files of the guides.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type CdkLibrary, configFileName, constructsOf, defaultCdkLibrary } from "../../../definitions";
import {
  errorCode,
  errorMessage,
  hintForName,
  isMapping,
  parseJson,
  ProblemError,
  quote,
  repository,
} from "../../../diagnostics";
import { isExecutable, runProgram, version } from "../../../distribution";
import { createFolder, npmCall } from "../../../platform";
import {
  createFile,
  lstatIfExists,
  readRegularFile,
  refuseLinkedFolder,
  withFileProblem,
  writeFile,
} from "../../framework/files";
import { type ProjectLanguage } from "../../framework/library";
import { fillEnvironments, formatConfig, type ProjectEnvironment } from "./environments";
import { type CiName, isPublished } from "./project";
import { withoutNpm } from "./without-npm";

export interface Scaffold {
  readonly language: ProjectLanguage;
  /** Of a project in TypeScript. */
  readonly library: CdkLibrary;
  /** Created if it does not exist. */
  readonly folder: string;
  /** Empty for a project with one environment. */
  readonly environments: readonly ProjectEnvironment[];
  readonly ci: CiName;
  /** Whether an export has written the alerts, instead of those of the template. */
  readonly isFromLive: boolean;
}

const templates = join(__dirname, "..", "..", "..", "..", "templates");

const ciPaths: Readonly<Record<CiName, string | undefined>> = {
  github: ".github/workflows/",
  gitlab: ".gitlab-ci.yml",
  none: undefined,
};

/** Paths are relative to the folder. */
export interface CreatedProject {
  readonly files: readonly string[];
  /** Files that existed and were not changed. */
  readonly kept: readonly string[];
  /** Lines of the project's .gitignore, without comments. */
  readonly ignoredFiles: readonly string[];
}

/** The alerts of a template, and what depends on them. */
const alertFiles = /^(?:alerts(?:\.test)?\.|alerts\/|main\.|cdktf\.json$)/;
const packageJson = "package.json";

export async function scaffoldProject(scaffold: Scaffold, env: NodeJS.ProcessEnv): Promise<CreatedProject> {
  const { folder } = scaffold;
  refuseLinkedFolder(folder);
  const all = projectFiles(scaffold);
  const paths = [...all.keys(), ...(packageFile === undefined ? [] : [packageFile])];
  const kept = paths.filter((path) => isTaken(folder, path));
  const added = kept.includes(packageJson) ? addToPackageJson(folder, all.get(packageJson) ?? "") : undefined;
  const content = packageFile === undefined ? [] : [[packageFile, await packPackage(env)] as const];
  const files = [...all, ...content].filter(([path]) => !kept.includes(path));
  createFiles(folder, files);
  if (added !== undefined) writeFile(join(folder, packageJson), added, { followsLinks: false });
  const ignored = all.get(".gitignore")?.split("\n") ?? [];
  return {
    files: files.map(([path]) => path),
    kept: kept.filter((path) => path !== packageJson),
    ignoredFiles: ignored.filter((line) => line !== "" && !line.startsWith("#")),
  };
}

function createFiles(
  folder: string,
  files: readonly (readonly [path: string, content: string | Buffer])[],
): void {
  withFileProblem(folder, createFolder);
  for (const [path, content] of files) {
    withFileProblem(join(folder, path), (file) => {
      createFolder(dirname(file));
      // Fails if another process has created the file after the check.
      createFile(file, content);
    });
  }
}

/** Creates the files that a guide begins with. @returns their paths */
export function createExample(folder: string, guide: string): readonly string[] {
  const examples = readdirSync(join(templates, "guides"));
  if (!examples.includes(guide))
    throw ProblemError.of("usage", `There is no example named ${quote(guide)}.`, {
      remedy: hintForName(guide, examples),
    });
  refuseLinkedFolder(folder);
  const files = readTemplate(join("guides", guide));
  const taken = files.find(([path]) => isTaken(folder, path));
  if (taken !== undefined)
    throw ProblemError.of("file-unwritable", "The file exists. Nothing was written.", {
      where: { file: join(folder, taken[0]) },
      remedy: "Choose another folder.",
    });
  createFiles(folder, files);
  return files.map(([path]) => path).sort();
}

function projectFiles({
  language,
  library,
  folder,
  environments,
  ci,
  isFromLive,
}: Scaffold): ReadonlyMap<string, string> {
  const files = new Map(readTemplate(language));
  if (language === "typescript" && library !== defaultCdkLibrary) {
    for (const [path, text] of files) files.set(path, importFrom(library, text));
    for (const [path, text] of readTemplate(library)) files.set(path, text);
  }
  if (environments.length > 0) {
    for (const [path, text] of readTemplate("environments"))
      files.set(path, fillEnvironments(text, environments));
  }
  if (isFromLive) {
    for (const path of files.keys()) if (alertFiles.test(path)) files.delete(path);
    for (const [path, text] of readTemplate("live"))
      files.set(path, language === "hcl" ? text : text.replace("npm run init\n", ""));
  }
  files.set(configFileName, formatConfig(language, environments));
  files.set("README.md", fillCiPath(files.get("README.md") ?? "", ciPaths[ci]));
  const manifest = fillPackageJson(files.get(packageJson) ?? "{}", folder, isFromLive);
  files.set(packageJson, manifest);
  const otherCiPaths = Object.values(ciPaths).flatMap((path) => (path === ciPaths[ci] ? [] : (path ?? [])));
  for (const path of files.keys())
    if (otherCiPaths.some((other) => path.startsWith(other))) files.delete(path);
  const { scripts } = JSON.parse(manifest) as { readonly scripts: Readonly<Record<string, string>> };
  const own = isExecutable ? withoutNpm(files, scripts, environments) : files;
  if (isExecutable && ci !== "none")
    for (const [path, text] of readTemplate("executable"))
      own.set(path, text.replaceAll("RELEASE_VERSION", version).replace("RELEASE_REPOSITORY", repository));
  return new Map([...own].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function importFrom(library: CdkLibrary, text: string): string {
  return text
    .replaceAll(`from "${constructsOf(defaultCdkLibrary)}"`, `from "${constructsOf(library)}"`)
    .replaceAll(`from "${defaultCdkLibrary}"`, `from "${library}"`);
}

/** Replaces the placeholder, or removes its paragraph. */
function fillCiPath(text: string, path: string | undefined): string {
  return path === undefined ? text.replace(/^.*CI_FILE.*\n\n/m, "") : text.replaceAll("CI_FILE", path);
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

function fillPackageJson(text: string, folder: string, isFromLive: boolean): string {
  const values = new Map([
    ["name", projectName(folder)],
    [packageName, packageSpec],
    // The tests of the template are about its alerts.
    ...(isFromLive ? [["test", "npm run check"] as const] : []),
  ]);
  const fill = (key: string, value: unknown) => values.get(key) ?? value;
  return `${JSON.stringify(JSON.parse(text), fill, 2)}\n`;
}

type PackageJson = Partial<Record<string, Readonly<Record<string, string>>>>;

/** Adds scripts, dependencies and overrides, and keeps all but the failing script test of `npm init`. */
function addToPackageJson(folder: string, template: string): string {
  const file = join(folder, packageJson);
  const existing = parseJson(readRegularFile(file) ?? "", file) as PackageJson | undefined;
  if (!isMapping(existing)) {
    throw ProblemError.of("file-unreadable", "The file is not a JSON object. Nothing was written.", {
      where: { file },
      remedy: "Correct it, or choose another folder.",
    });
  }
  const installed = { ...existing["dependencies"], ...existing["devDependencies"] };
  const result: PackageJson = { ...existing };
  for (const [section, values] of Object.entries(JSON.parse(template) as PackageJson)) {
    if (!isMapping(values)) continue;
    const known = section.endsWith("ependencies") ? installed : existing[section];
    const isMissing = (key: string) => known?.[key]?.includes("no test specified") ?? true;
    const missing = Object.entries(values).filter(([key]) => isMissing(key));
    if (missing.length > 0) result[section] = { ...existing[section], ...Object.fromEntries(missing) };
  }
  return `${JSON.stringify(result, null, 2)}\n`;
}

function projectName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .replace(/-+$/, "");
  // npm rejects a package that depends on its own name.
  return name === "" || name === packageName ? "alerts" : name.slice(0, 200);
}

/** Whether the path exists, or a file or a link has the path of one of its parent folders. */
function isTaken(folder: string, path: string): boolean {
  const parts = path.split("/");
  return parts.some((_, index) => {
    const stats = withFileProblem(folder, () => lstatIfExists(join(folder, ...parts.slice(0, index + 1))));
    return stats !== undefined && (index === parts.length - 1 || !stats.isDirectory());
  });
}

export const packageName = "dbmon-iac";
/** The packed package in a project. Undefined if the project installs it from npm. */
export const packageFile = isPublished || isExecutable ? undefined : `vendor/${packageName}-${version}.tgz`;
/** The version or specifier in the package.json of a project. */
export const packageSpec = packageFile === undefined ? `^${version}` : `file:${packageFile}`;

export function requireNpmPackage({ language }: Scaffold): void {
  if (!isExecutable || language !== "typescript") return;
  const what = `An executable does not contain the npm package ${packageName}, which a project in TypeScript installs.`;
  throw ProblemError.of("package-failed", what, {
    remedy: `Use --language yaml or hcl, or run: npx --package ./${packageName}-${version}.tgz dbmon init.`,
  });
}

/** Packs this package, so that CI can install it too. */
export async function packPackage(env: NodeJS.ProcessEnv): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-init-"));
  try {
    const packageFolder = join(__dirname, "..", "..", "..", "..");
    const options = ["--ignore-scripts", "--silent", "--pack-destination", folder];
    const { program, args, shell } = npmCall(["pack", packageFolder, ...options], process.platform);
    await runProgram(program, args, { env, variables: {}, shell });
    return readFileSync(join(folder, `${packageName}-${version}.tgz`));
  } catch (error) {
    const reason = errorCode(error) === "ENOENT" ? "npm is not on the PATH" : errorMessage(error);
    const what = `Cannot pack the npm package ${packageName} into the project: ${reason}.`;
    throw ProblemError.of(
      "package-failed",
      what,
      { remedy: "Install npm, check that npm pack works, and run again." },
      { cause: error },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
