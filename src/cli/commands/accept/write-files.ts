/** Replaces several files, all or none of them, and only if they still have the text that was read. */
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { resolve } from "node:path";
import { normalizeText } from "../../../definitions";
import { applyEditsToFile, type EditedFile } from "../../../definitions-edit";
import { errorCode, errorMessage, ProblemError } from "../../../diagnostics";

/** The bytes of a file before and after its edits, as text. */
export interface FileChange {
  readonly file: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** @throws ProblemError if a file has changed since it was read */
export function changesOf(files: readonly EditedFile[]): readonly FileChange[] {
  return files.map(({ file, edits, before: text }) => {
    const before = readUnchanged(file, (content) => normalizeText(content) === text);
    return { file, before, after: applyEditsToFile(before, edits) };
  });
}

/** Keeps links and the modes of the files. @throws ProblemError after restoring all files */
export function replaceFiles(changes: readonly FileChange[]): void {
  const written: { readonly path: string; readonly temporary: string; readonly change: FileChange }[] = [];
  const replaced: typeof written = [];
  try {
    for (const change of changes) {
      withWriteProblem(change.file, () => {
        const path = change.before === undefined ? resolve(change.file) : realpathSync(change.file);
        if (change.before !== undefined) accessSync(path, constants.W_OK);
        const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
        written.push({ path, temporary, change });
        writeLike(path, temporary, change.after);
      });
    }
    for (const { file, before } of changes)
      if (before !== undefined) readUnchanged(file, (content) => content === before);
      else if (existsSync(file)) throw changedProblem(file);
    for (const one of written) {
      withWriteProblem(one.change.file, () => {
        renameSync(one.temporary, one.path);
      });
      replaced.push(one);
    }
  } catch (error) {
    for (const { path, temporary, change } of replaced) {
      if (change.before === undefined) rmSync(path, { force: true });
      else {
        writeLike(path, temporary, change.before);
        renameSync(temporary, path);
      }
    }
    throw error;
  } finally {
    for (const { temporary } of written) rmSync(temporary, { force: true });
  }
}

/** Writes a new file with the mode and the owner of another, if that exists. */
function writeLike(path: string, temporary: string, text: string): void {
  writeFileSync(temporary, text, { flag: "wx" });
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const { mode, uid, gid } = stats;
  if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
  chmodSync(temporary, mode & 0o7777);
}

function readUnchanged(file: string, isUnchanged: (content: string) => boolean): string {
  const content = withWriteProblem(file, () => readFileSync(file, "utf8"));
  if (isUnchanged(content)) return content;
  throw changedProblem(file);
}

function changedProblem(file: string): ProblemError {
  const what = "The file changed after it was read. Nothing was written.";
  return ProblemError.of(what, { where: { file }, remedy: "Run again." });
}

function withWriteProblem<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const what = `Cannot write the file: ${errorMessage(error)}. Nothing was written.`;
    throw ProblemError.of(
      what,
      { where: { file }, remedy: "Check the file and its folder." },
      { cause: error },
    );
  }
}
