/** Replaces several files, all or none of them, and only if they still have the text that was read. */
import { createHash } from "node:crypto";
import { existsSync, linkSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import * as z from "zod";
import { normalizeText } from "../../definitions";
import { type EditedFile, inFormatOf } from "../../definitions-edit";
import { parseJson, ProblemError } from "../../diagnostics";
import { createFile, readRegularFile, tryCleanup, withFileProblem, writeFile } from "../framework/files";

/** The bytes of a file before and after its edits, as text. */
export interface FileChange {
  readonly file: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** @throws ProblemError if a file has changed since it was read, or cannot be replaced */
export function changesOf(files: readonly EditedFile[]): readonly FileChange[] {
  return files.map(({ file, before: text, after }) => {
    const before = readUnchanged(file, (content) => normalizeText(content) === text);
    if (inFormatOf(before, text) === before) return { file, before, after: inFormatOf(before, after) };
    throw ProblemError.of("edit-refused", "The line breaks of the file differ. Nothing was written.", {
      where: { file },
      remedy: "Save it with one kind of line breaks.",
    });
  });
}

function requireReplaceable(file: string): void {
  const stats = withFileProblem(file, () => statSync(file));
  if (stats.isFile() && stats.nlink === 1) return;
  const reason = stats.isFile() ? "has hard links, which an edit would separate" : "is not a regular file";
  const remedy = "Copy the file, and rename the copy to its name.";
  throw ProblemError.of("edit-refused", `The file ${reason}. Nothing was written.`, {
    where: { file },
    remedy,
  });
}

/**
 * The journal lists the files while they are replaced. It is a draft until all new contents are complete, in temporary files beside the files:
 * then, the next run can complete an interrupted replacement. Before, it removes the contents.
 */
const journalName = ".dbmon-edits";
const contentSuffix = `${journalName}.tmp`;
const journalSchema = z.array(z.strictObject({ path: z.string(), before: z.string() }));
const draftName = `${journalName}.draft`;

/** Keeps links and the modes of the files. @param folder of the journal @throws ProblemError after restoring all files */
export function replaceFiles(changes: readonly FileChange[], folder: string): void {
  const files = changes.map(({ file, before, after }) => {
    const target = before === undefined ? undefined : withFileProblem(file, () => realpathSync(file));
    const path = target ?? resolve(file);
    return { file, before, after, target, path, content: `${path}${contentSuffix}` };
  });
  const [journal, draft] = [join(folder, journalName), join(folder, draftName)];
  const entries = files.map(({ path, before }) => ({ path: relative(folder, path), before: hashOf(before) }));
  withFileProblem(draft, () => {
    createFile(draft, JSON.stringify(entries));
  });
  const replaced: typeof files = [];
  try {
    for (const { file, target, content, after } of files)
      withFileProblem(file, () => {
        createFile(content, after, target);
      });
    for (const { file, before } of files)
      if (before !== undefined) readUnchanged(file, (content) => content === before);
      else if (existsSync(file)) throw changedProblem(file);
    renameSync(draft, journal);
    for (const one of files) {
      withFileProblem(one.file, () => {
        renameSync(one.content, one.path);
      });
      replaced.push(one);
    }
  } catch (error) {
    tryCleanup(() => {
      for (const { path, content, before } of replaced) {
        // For the next run, if this one cannot restore all files.
        linkSync(path, content);
        if (before === undefined) rmSync(path);
        else writeFile(path, before);
      }
      for (const path of [...files.map(({ content }) => content), journal, draft])
        rmSync(path, { force: true });
    });
    throw error;
  }
  tryCleanup(() => {
    rmSync(journal);
  });
}

/** Completes or reverts a replacement that was interrupted. @returns the files that it replaced @throws ProblemError if one has changed */
export function recoverFiles(folder: string): readonly string[] {
  const [journal, draft] = [join(folder, journalName), join(folder, draftName)];
  const prepared = readJournal(folder, journal).filter(({ content }) => existsSync(content));
  for (const { path, content, before } of prepared) {
    const expected = [before, hashOf(readRegularFile(content))];
    if (expected.includes(hashOf(readRegularFile(path)))) continue;
    const what = "The file changed after a write was interrupted. Nothing was written.";
    throw ProblemError.of("edit-refused", what, {
      where: { file: path },
      remedy: `Restore it, or delete ${journal} to keep it, and run again.`,
    });
  }
  for (const { path, content } of prepared)
    withFileProblem(path, () => {
      renameSync(content, path);
    });
  const left = readJournal(folder, draft).map(({ content }) => content);
  for (const file of [...left, journal, draft]) rmSync(file, { force: true });
  return prepared.map(({ path }) => path);
}

/**
 * Others can commit a journal: it only names files that have a content beside them. Empty if the run was interrupted while it wrote the draft.
 */
function readJournal(folder: string, journal: string) {
  const entries = journalSchema.safeParse(parseJson(readRegularFile(journal) ?? "")).data ?? [];
  return entries.map(({ path, before }) => {
    const file = join(folder, path);
    return { path: file, before, content: `${file}${contentSuffix}` };
  });
}

/** Empty for a file that does not exist. */
function hashOf(text: string | undefined): string {
  return text === undefined ? "" : createHash("sha256").update(text).digest("hex");
}

function readUnchanged(file: string, isUnchanged: (content: string) => boolean): string {
  requireReplaceable(file);
  const content = withFileProblem(file, () => readFileSync(file, "utf8"));
  if (isUnchanged(content)) return content;
  throw changedProblem(file);
}

function changedProblem(file: string): ProblemError {
  const what = `The file changed after it was read. Nothing was written.`;
  return ProblemError.of("file-changed", what, { where: { file }, remedy: "Run again." });
}
