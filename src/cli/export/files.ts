/** Puts the files of an export into a folder: what people have edited stays, and no file is ever half written. */
import {
  accessSync,
  constants,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { extname, join } from "node:path";
import { ProblemError, quote } from "../../diagnostics";
import { authorshipOf, type ExportedFile, lineDiff } from "../../export";
import { createFolder } from "../create-folder";

/** `removed`: an earlier export wrote it, nobody edited it, and there is nothing left for it. */
export type FileStatus = "written" | "unchanged" | "updated" | "differs" | "removed";

export interface PlacedFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly status: FileStatus;
  /** From the file to the export, as `diff -u` prints it; of those that differ. Undefined where the export has no such file. */
  readonly diff?: readonly string[];
}

export interface PlacingOptions {
  /** Overwrites what people have edited. */
  readonly force: boolean;
  /** Whether the export is of all alerts, so that files of an earlier one that it lacks are of no use. */
  readonly isWhole: boolean;
}

/** @throws ProblemError; before anything is written, unless the disk itself fails */
export function placeFiles(
  folder: string,
  files: readonly ExportedFile[],
  { force, isWhole }: PlacingOptions,
): PlacedFile[] {
  checkFolder(folder);
  const left = leftOver(folder, files);
  if (!isWhole && left.length > 0) throw ofOtherAlerts(folder, left);
  const decided = [...files.map((file) => decide(folder, file, force)), ...left];
  for (const { path, status, text } of decided) {
    const file = join(folder, path);
    trying(file, () => {
      if (status === "removed") rmSync(file);
      else if (status === "written" || status === "updated") replace(file, text);
    });
  }
  return decided
    .map(({ path, status, diff }) => ({ path, status, ...(diff === undefined ? {} : { diff }) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface Decided extends PlacedFile {
  readonly text: string;
}

function decide(folder: string, { path, text, keeping }: ExportedFile, force: boolean): Decided {
  const existing = readExisting(join(folder, path));
  if (existing === undefined) return { path, text, status: "written" };
  if (existing === text || keeping === "begun") return { path, text, status: "unchanged" };
  if (force || keeping === "record" || authorshipOf(existing) === "ours")
    return { path, text, status: "updated" };
  return { path, text, status: "differs", diff: lineDiff(existing, text, join(folder, path)) };
}

/** Files of an earlier export that this one lacks. What an edited one says may be wanted still. */
function leftOver(folder: string, files: readonly ExportedFile[]): Decided[] {
  const paths = new Set(files.map(({ path }) => path));
  const endings = new Set(
    files.filter(({ keeping }) => keeping === undefined).map(({ path }) => extname(path)),
  );
  return readdirSync(folder)
    .filter((path) => endings.has(extname(path)) && !paths.has(path))
    .flatMap((path): Decided[] => {
      const isFile = statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true;
      const authorship = authorshipOf((isFile ? readExisting(join(folder, path)) : undefined) ?? "");
      if (authorship === "foreign") return [];
      return [{ path, text: "", status: authorship === "ours" ? "removed" : "differs" }];
    });
}

/** As it was written, whatever a checkout has made of the ends of its lines; undefined where there is none. @throws ProblemError */
export function readExisting(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return undefined;
    throw cannotBeWritten(file, error);
  }
}

function checkFolder(folder: string): void {
  trying(folder, () => {
    createFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    readdirSync(folder);
  });
}

/** By a file beside it, which takes its place. */
function replace(file: string, text: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function trying(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}

function cannotBeWritten(file: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  return ProblemError.of(
    `The export cannot be written: ${error.message}.`,
    { where: { file }, remedy: "Name a folder that you may write to with --out." },
    { cause: error },
  );
}

function isSystemError(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && "code" in error;
}

function ofOtherAlerts(folder: string, left: readonly PlacedFile[]): ProblemError {
  const paths = left.map(({ path }) => quote(path)).join(", ");
  return ProblemError.of(
    `The folder holds an export of other alerts than --only names: ${paths}. Nothing was written.`,
    {
      where: { file: folder },
      remedy: "Name another folder with --out, or delete what is of no use any more.",
    },
  );
}
