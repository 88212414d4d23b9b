/** Writes the files of an export into a folder. Does not overwrite user edits, and replaces each file atomically. */
import { accessSync, constants, readdirSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import { ProblemError, quote } from "../../../diagnostics";
import { detectOrigin, type ExportedFile, lineDiff } from "../../../export";
import { createFolder } from "../../../platform";
import {
  lstatIfExists,
  readRegularFile,
  refuseLinkedFolder,
  withFileProblem,
  writeFile,
} from "../../framework/files";

/** `differs`: a user edited or created the file, so it was not changed. `removed`: a generated file that the export no longer has. */
export type FileStatus = "written" | "unchanged" | "updated" | "differs" | "removed";

export interface FileResult {
  /** Relative to the folder. */
  readonly path: string;
  readonly status: FileStatus;
  /** From the existing file to the export, as `diff -u` prints it. Only for an edited file, and only if the export has it. */
  readonly diff?: readonly string[];
}

export interface PlannedFile extends FileResult {
  readonly text: string;
  /** What a user edited, and the write overwrites. */
  readonly edited?: string;
}

export interface WriteOptions {
  readonly force: boolean;
  /** Whether the export has all alerts. If not, it fails if the folder has other exported files. */
  readonly isComplete: boolean;
}

export function planFiles(
  folder: string,
  files: readonly ExportedFile[],
  { force, isComplete }: WriteOptions,
): PlannedFile[] {
  checkFolder(folder);
  const obsolete = findObsoleteFiles(folder, files);
  if (!isComplete && obsolete.length > 0) throw otherFilesProblem(folder, obsolete);
  const planned = [...files.map((file) => planFile(folder, file, force)), ...obsolete];
  return planned.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function writeFiles(folder: string, planned: readonly PlannedFile[]): void {
  for (const { path, status, text } of planned) {
    const file = join(folder, path);
    withFileProblem(file, () => {
      if (status === "removed") rmSync(file);
      else if (status === "written" || status === "updated") writeFile(file, text, { followsLinks: false });
    });
  }
}

export function fileResults(planned: readonly PlannedFile[]): FileResult[] {
  return planned.map(({ path, status, diff }) => ({ path, status, ...(diff === undefined ? {} : { diff }) }));
}

function planFile(folder: string, { path, text, kind }: ExportedFile, force: boolean): PlannedFile {
  const existing = readIfExists(join(folder, path));
  if (existing === undefined) return { path, text, status: "written" };
  if (existing === text || kind === "scaffold") return { path, text, status: "unchanged" };
  if (kind === "manifest" || detectOrigin(existing) === "generated") return { path, text, status: "updated" };
  const name = join(folder, path);
  const diff = lineDiff(existing, text, [name, `${name} (export)`]);
  return force
    ? { path, text, status: "updated", diff, edited: existing }
    : { path, text, status: "differs", diff };
}

/** Files of an earlier export that this export does not have. Edited ones are not removed. */
function findObsoleteFiles(folder: string, files: readonly ExportedFile[]): PlannedFile[] {
  const paths = new Set(files.map(({ path }) => path));
  const extensions = new Set(files.filter(({ kind }) => kind === "code").map(({ path }) => extname(path)));
  return readdirSync(folder)
    .filter((path) => extensions.has(extname(path)) && !paths.has(path))
    .flatMap((path): PlannedFile[] => {
      const isFile = lstatIfExists(join(folder, path))?.isFile() === true;
      const origin = detectOrigin((isFile ? readIfExists(join(folder, path)) : undefined) ?? "");
      if (origin === "unknown") return [];
      return [{ path, text: "", status: origin === "generated" ? "removed" : "differs" }];
    });
}

/** Converts CRLF to LF, because a checkout may convert LF to CRLF. @throws ProblemError */
export function readIfExists(file: string): string | undefined {
  return withFileProblem(file, () => readRegularFile(file)?.replaceAll("\r\n", "\n"));
}

function checkFolder(folder: string): void {
  refuseLinkedFolder(folder);
  withFileProblem(folder, () => {
    createFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    readdirSync(folder);
  });
}

function otherFilesProblem(folder: string, obsolete: readonly FileResult[]): ProblemError {
  const paths = obsolete.map(({ path }) => quote(path)).join(", ");
  const what = `The folder has exported files of alerts that --only does not select: ${paths}. Nothing was written.`;
  return ProblemError.of("usage", what, {
    where: { file: folder },
    remedy: "Set --out to another folder, or delete these files.",
  });
}
