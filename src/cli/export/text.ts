/** What an export has done, as lines for people. */
import { join } from "node:path";
import { type Problem, quote } from "../../diagnostics";
import { type Language, type Skipped, stackName } from "../../export";
import { type FileStatus, type PlacedFile } from "./files";
import { quotePathForShell, commandWords } from "../shell";

export function fileLines(files: readonly PlacedFile[]): string[] {
  return files
    .filter(({ status }) => status !== "unchanged")
    .flatMap(({ path, status, diff = [] }) => [`${status.padEnd(8)} ${path}`, ...diff.map(harmless)]);
}

/** A file may hold what would steer the terminal. */
function harmless(line: string): string {
  return line.replace(/[^\P{C}\t\n]/gu, (character) => quote(character).slice(1, -1));
}

const statuses: readonly FileStatus[] = ["written", "updated", "removed", "unchanged", "differs"];

/** @param alerts how many are in the files */
export function exportSummary(alerts: number, files: readonly PlacedFile[]): string {
  const counts = statuses.flatMap((status) => {
    const count = files.filter((file) => file.status === status).length;
    return count === 0 ? [] : [`${count} ${status === "differs" && count > 1 ? "differ" : status}`];
  });
  return `Export: ${alerts} alert${alerts === 1 ? "" : "s"}; files: ${counts.join(", ")}.`;
}

/** What was left out, as warnings. */
export function skippedProblems(skipped: readonly Skipped[]): Problem[] {
  return skipped.map(({ id, name, reason }) => ({
    severity: "warning",
    what: `The alert (id ${id}) is left out.`,
    where: { subject: name },
    remedy: reason,
  }));
}

/** An error for each file that was left because somebody edited it. */
export function differingProblems(folder: string, files: readonly PlacedFile[]): Problem[] {
  return files
    .filter(({ status }) => status === "differs")
    .map(({ path, diff }) => ({
      severity: "error",
      where: { file: join(folder, path) },
      ...(diff === undefined ? nothingForIt : differing),
    }));
}

const differing = {
  what: "The file is not as an export wrote it, so it was left as it is.",
  remedy:
    "Take over by hand what you want of the difference, or run again with --force, which overwrites the file.",
};

const nothingForIt = {
  what: "An earlier export wrote the file and somebody has edited it; there are no alerts for it any more.",
  remedy: "It was left as it is. Delete it, unless you go on with it by hand.",
};

/** What terraform has to be told first, where it has not been: another line, for a command that can be copied as well. */
export function providerHint(language: Language, environment: NodeJS.ProcessEnv): string[] {
  if (language === "yaml") return [];
  const install = [...commandWords(environment), "provider install ~/dbmon-mirror > ~/dbmon.tfrc"].join(" ");
  return [
    "Terraform needs the provider. Where it does not have it yet:",
    `  ${install} && export TF_CLI_CONFIG_FILE=~/dbmon.tfrc`,
  ];
}

/** The command that shows that the code is what there is; it can be copied as it stands. */
export function nextCommand(language: Language, folder: string, environment: NodeJS.ProcessEnv): string {
  const shown = quotePathForShell(folder);
  switch (language) {
    case "yaml":
      return [...commandWords(environment), "plan", shown].join(" ");
    case "hcl":
      return `terraform -chdir=${shown} init && terraform -chdir=${shown} plan`;
    case "typescript":
      return `cd ${shown} && npx cdktf diff ${stackName} --skip-provider-lock`;
  }
}
