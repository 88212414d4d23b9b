/** The commands of `dbmon` with their options and help, from which their documentation is generated. */
import { type Command } from "commander";
import { buildProgram } from "../src/cli/program";
import { noColor } from "../src/reports/text/color";

const nothing = () => undefined;

/** @param out receives help that is printed. Its width is that of a pipe. */
export function buildDocumentedProgram(out: (text: string) => void = nothing): Command {
  const context = {
    env: {},
    args: [],
    command: "",
    out,
    err: nothing,
    color: { out: noColor, err: noColor },
    columns: undefined,
    setStatus: undefined,
    setWait: undefined,
    prompt: undefined,
    runBlocking: <T>(work: () => T) => work(),
    signal: new AbortController().signal,
  };
  return buildProgram(context, nothing);
}
