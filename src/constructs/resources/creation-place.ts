/** Finds the line of the program that creates a construct. `dbmon accept` names it where a value has to change. */
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The constructs, of the library that this copy is for. */
const ownFolder = resolve(__dirname, "..") + sep;

/** Libraries around the constructs have a few frames. */
const maxFrames = 10;

/** By position in the JavaScript. Source maps are slow to read, and a loop creates many constructs at one position. */
const places = new Map<string, string | undefined>();

/**
 * The first line that belongs to no package, with the path from the working directory: `src/main.ts:42`. Source maps apply if Node.js or
 * the loader of TypeScript reads them.
 * @returns undefined if only packages are on the stack
 */
export function findCreationPlace(): string | undefined {
  const { stackTraceLimit } = Error;
  const prepareStackTrace: unknown = Reflect.get(Error, "prepareStackTrace");
  try {
    const sites = readStack(maxFrames, (_: Error, frames: readonly NodeJS.CallSite[]) => frames);
    if (!Array.isArray(sites)) return undefined;
    const index = sites.findIndex((site: NodeJS.CallSite) => isOfProgram(toPath(site.getFileName() ?? "")));
    const site = sites[index] as NodeJS.CallSite | undefined;
    if (site === undefined) return undefined;
    const position = `${site.getFileName()}:${site.getLineNumber()}:${site.getColumnNumber()}`;
    if (!places.has(position)) places.set(position, parsePlace(readStack(index + 1, prepareStackTrace)));
    return places.get(position);
  } finally {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  }
}

function readStack(stackTraceLimit: number, prepareStackTrace: unknown): unknown {
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return new Error().stack;
}

function isOfProgram(path: string): boolean {
  return (
    /^(?:\/|[A-Za-z]:[\\/])/.test(path) && !path.startsWith(ownFolder) && !/[\\/]node_modules[\\/]/.test(path)
  );
}

function toPath(location: string): string {
  return location.startsWith("file:") ? fileURLToPath(location) : location;
}

/** @param stack ends with a frame: `at new Alerts (/app/main.ts:42:5)`, or `at file:///app/main.ts:42:5` */
function parsePlace(stack: unknown): string | undefined {
  const frame = typeof stack === "string" ? (stack.trimEnd().split("\n").at(-1) ?? "") : "";
  const match = /^ +at (?:.*? \()?((?:file:|\/|[A-Za-z]:[\\/]).+?):(\d+):\d+\)?$/.exec(frame);
  if (match === null) return undefined;
  const [, location = "", line = ""] = match;
  return `${relative(process.cwd(), toPath(location)).replaceAll(sep, "/")}:${line}`;
}
