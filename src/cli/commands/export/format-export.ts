/** Formats the results and problems of `dbmon export`. */
import { join } from "node:path";
import { type CdkLibrary } from "../../../definitions";
import {
  errorOf,
  formatCount,
  formatPlace,
  type Place,
  type Problem,
  quote,
  toSafeLine,
  toSafeLines,
  warningOf,
} from "../../../diagnostics";
import { commandWords, quotePathForShell } from "../../../distribution";
import { type Language, type SkippedAlert, stackName } from "../../../export";
import { inSequence, setVariables, writeOutput } from "../../../platform";
import { type FileResult, type FileStatus } from "./write-files";

export function formatFiles(files: readonly FileResult[]): string[] {
  return files
    .filter(({ status }) => status !== "unchanged")
    .flatMap(({ path, status, diff = [] }) => [
      `${status.padEnd(8)} ${toSafeLine(path)}`,
      // The differences of overwritten files are shown before.
      ...(status === "differs" ? diff.map(toSafeLines) : []),
    ]);
}

/** A live alert that another file of the folder defines. */
export interface AlertInFile {
  readonly id: number;
  readonly name: string;
  readonly where: Place;
}

export function formatDefinedAlert({ id, name, where }: AlertInFile): string {
  return `left out ${quote(name)} (id ${id}): defined at ${formatPlace(where)}`;
}

const statuses: readonly FileStatus[] = ["written", "updated", "removed", "unchanged", "differs"];

export function formatSummary(alerts: number, files: readonly FileResult[]): string {
  const counts = statuses.flatMap((status) => {
    const count = files.filter((file) => file.status === status).length;
    return count === 0 ? [] : [`${count} ${status === "differs" && count > 1 ? "differ" : status}`];
  });
  return `Export: ${formatCount(alerts, "alert")}. Files: ${counts.join(", ")}.`;
}

export function skippedAlertProblems(skipped: readonly SkippedAlert[]): Problem[] {
  return skipped.map(({ id, name, reason }) =>
    warningOf("alert-unsupported", `The alert (id ${id}) was not exported.`, {
      where: { subject: name },
      remedy: reason,
    }),
  );
}

/** @returns one error for each file that was not changed because a user edited or created it */
export function differingFileProblems(folder: string, files: readonly FileResult[]): Problem[] {
  return files
    .filter(({ status }) => status === "differs")
    .map(({ path, diff }) => {
      const { what, remedy } = diff === undefined ? editedObsoleteFile : editedFile;
      return errorOf("file-changed", what, { where: { file: join(folder, path) }, remedy });
    });
}

const editedFile = {
  what: "The file has changes that dbmon export did not make, so it was not overwritten.",
  remedy: "Apply the difference manually, or run again with --force to overwrite the file.",
};

const editedObsoleteFile = {
  what: "The file was edited after an earlier export, and none of its alerts exist now.",
  remedy: "Delete the file, unless you still need it. The export does not remove it.",
};

export function formatProviderHint(language: Language, environment: NodeJS.ProcessEnv): string[] {
  if (language === "yaml") return [];
  const install = [...commandWords(environment), "provider install ~/dbmon-mirror"].join(" ");
  const { platform } = process;
  const commands = [
    writeOutput(install, "~/dbmon.tfrc", platform),
    setVariables({ TF_CLI_CONFIG_FILE: "~/dbmon.tfrc" }, platform),
  ];
  return ["Terraform needs the provider. To install it:", `  ${inSequence(commands, platform)}`];
}

export function planCommandLine(
  language: Language,
  library: CdkLibrary,
  folder: string,
  environment: NodeJS.ProcessEnv,
): string {
  const path = quotePathForShell(folder);
  switch (language) {
    case "yaml":
      return [...commandWords(environment), "plan", path].join(" ");
    case "hcl":
      return inSequence(planInFolder(path), process.platform);
    case "typescript":
      return inSequence(
        library === "cdktf"
          ? [`cd ${path}`, `npx cdktf diff ${stackName} --skip-provider-lock`]
          : // The CLI of cdktn needs Node 22.
            [`cd ${path}`, "npx tsx main.ts", ...planInFolder(`cdktf.out/stacks/${stackName}`)],
        process.platform,
      );
  }
}

function planInFolder(path: string): string[] {
  return [`terraform -chdir=${path} init`, `terraform -chdir=${path} plan`];
}
