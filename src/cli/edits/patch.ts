/** The changes of files as a unified diff. */
import { relative, sep } from "node:path";
import { toSafeLine } from "../../diagnostics";
import { lineDiff } from "../../export";
import { type FileChange } from "./write-files";

/** For `git apply`: the lines end as in the files. Without the headers of git, a patch is relative to the current folder. */
export function patchOf(changes: readonly FileChange[]): string {
  const lines = changes.flatMap(({ file, before, after }) => {
    const path = relative(".", file).replaceAll(sep, "/");
    const names = [
      before === undefined ? "/dev/null" : quoteName(`a/${path}`),
      quoteName(`b/${path}`),
    ] as const;
    return lineDiff(before ?? "", after, names);
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** Spaces can look like a time behind the name. `git apply` reads the escapes of JSON. */
function quoteName(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : JSON.stringify(name);
}

/** The patch for a terminal or a log. With other hidden characters than tabs and line ends, `git apply` needs the one of `--json`. */
export function patchLines(patch: string): string[] {
  const toSafe = (text: string, index: number) => (index % 2 === 0 ? toSafeLine(text) : text);
  const lines = patch.split("\n").map((line) =>
    line
      .split(/(\t|\r$)/)
      .map(toSafe)
      .join(""),
  );
  if (lines.join("\n") === patch) return lines.slice(0, -1);
  return [
    ...lines.slice(0, -1),
    "The diff shows hidden characters as escapes. For git apply, take the patch of --json.",
  ];
}
