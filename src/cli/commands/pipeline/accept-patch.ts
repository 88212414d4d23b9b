/**
 * The patch that takes the live values of a drift into the definitions, and the values to change in other code. A pipeline writes the patch
 * into the folder of its reports.
 */
import { toSafeLine } from "../../../diagnostics";
import { type CliContext } from "../../framework/context";
import { type AcceptDocument, acceptSchema, changeLines } from "../../inputs/accept-document";
import { reportFailure } from "../actions";
import { acceptCommand, runInEnvironments } from "../environment-commands";
import { type PipelineInputs } from "./inputs";

/** Writes a file into the folder of the reports. @throws ProblemError */
export type WriteFile = (name: string, text: string) => void;

/** In bytes, of the patches in an issue, and of the values to change in other code. */
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
  const patches: string[] = [];
  const listed: string[] = [];
  for (const environment of environments) {
    let document: AcceptDocument | undefined;
    const child: CliContext = {
      ...context,
      onResult: (result) => {
        document = acceptSchema().safeParse(result).data;
      },
      out: () => undefined,
    };
    const names = environment === "" ? selected : [environment];
    const flags = {
      ...(names.length === 0 ? {} : { environment: names }),
      wait: false,
      dryRun: true,
    } as const;
    // A failure does not prevent the report of the drift.
    await runInEnvironments(child, flags, acceptCommand(sources, flags)).catch((error: unknown) => {
      reportFailure(child, error, undefined);
    });
    if (document === undefined) continue;
    const { alerts, patch } = document;
    const changes = changeLines({ ...document, alerts: alerts.filter(({ status }) => status === "listed") });
    listed.push(...changes.map((line) => (environment === "" ? line : `${environment}: ${line}`)));
    if (patch === "") continue;
    writeFile(environment === "" ? "accept.patch" : `accept-${environment}.patch`, patch);
    patches.push(...patch.split("\n").slice(0, -1));
  }
  const inPatch = formatSection(
    "Accept these changes",
    "To take the live values into the definitions, run `dbmon accept`, or apply the patch of the run with `git apply`:",
    codeLines(patches, maxBytes, "The artifacts of the run have the complete patch."),
  );
  const inCode = formatSection(
    "Change the code",
    "From the value of the code to the live one:",
    codeLines(listed, maxBytes, "Run dbmon accept for all."),
  );
  return inPatch + inCode;
}

function formatSection(title: string, what: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : ["", `#### ${title}`, "", what, "", ...lines].join("\n");
}

/**
 * Lines that are indented as code, so that they are not rendered as Markdown.
 * @param rest where a person finds the omitted lines
 */
export function codeLines(lines: readonly string[], maxBytes: number, rest: string): string[] {
  const shown: string[] = [];
  let size = 0;
  for (const line of lines) {
    const code = `    ${toSafeLine(line.replace(/\r$/, ""))}`;
    size += Buffer.byteLength(code) + 1;
    if (size > maxBytes) return [...shown, "", `${lines.length - shown.length} lines omitted. ${rest}`];
    shown.push(code);
  }
  return shown;
}
