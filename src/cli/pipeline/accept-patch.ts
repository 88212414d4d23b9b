/** The patch that takes the live values of a drift into the definitions. A pipeline writes it into the folder of its reports. */
import * as z from "zod";
import { toSafeLine } from "../../diagnostics";
import { acceptCommand, reportFailure, runInEnvironments } from "../run-commands";
import { type CliContext } from "../shared/context";
import { type PipelineInputs } from "./inputs";

/** Writes a file into the folder of the reports. @throws ProblemError */
export type WriteFile = (name: string, text: string) => void;

/** In bytes, of the patches in an issue. */
const maxBytes = 20_000;

/**
 * Writes no definitions. The drift has waited for the propagation window already.
 * @param environments names of the environments that drifted. Empty text: the only one, which the inputs select
 * @returns the section of the issue, in Markdown
 */
export async function writeAcceptPatches(
  context: CliContext,
  { sources, environments: selected }: PipelineInputs,
  environments: readonly string[],
  writeFile: WriteFile,
): Promise<string> {
  const lines: string[] = [];
  for (const environment of environments) {
    let patch = "";
    const child: CliContext = {
      ...context,
      onResult: (document) => {
        patch = z.object({ patch: z.string() }).safeParse(document).data?.patch ?? "";
      },
      out: () => undefined,
    };
    const names = environment === "" ? selected : [environment];
    const flags = {
      ...(names.length === 0 ? {} : { environment: names }),
      ...(sources.length === 0 ? {} : { source: sources }),
      wait: false,
      dryRun: true,
    } as const;
    // A failure does not prevent the report of the drift.
    await runInEnvironments(child, flags, acceptCommand([], flags)).catch((error: unknown) => {
      reportFailure(child, error, undefined);
    });
    if (patch === "") continue;
    writeFile(environment === "" ? "accept.patch" : `accept-${environment}.patch`, patch);
    lines.push(...patch.split("\n").slice(0, -1));
  }
  return lines.length === 0 ? "" : formatPatch(lines);
}

/** Lines are indented as code, so that they are not rendered as Markdown. */
function formatPatch(lines: readonly string[]): string {
  const shown: string[] = [];
  let size = 0;
  for (const line of lines) {
    const code = `    ${toSafeLine(line.replace(/\r$/, ""))}`;
    size += Buffer.byteLength(code) + 1;
    if (size > maxBytes) break;
    shown.push(code);
  }
  const omitted = lines.length - shown.length;
  return [
    "",
    "#### Accept these changes",
    "",
    "To take the live values into the definitions, run `dbmon accept`, or apply the patch of the run with `git apply`:",
    "",
    ...shown,
    ...(omitted === 0
      ? []
      : ["", `${omitted} lines omitted. The artifacts of the run have the complete patch.`]),
  ].join("\n");
}
