/** Parses JSON of others. Without limits, 40 MB of brackets take 2 GB, and code that recurses fails. */
import { errorOf, ProblemError } from "./problem";

/** A plan of Terraform with nested modules has about 40 levels. */
const maxDepth = 200;
/** A plan of 10,000 alerts has about 2 million values. */
const maxValues = 10_000_000;

/** JSON over a limit, with its place. */
export class JsonLimitError extends ProblemError {
  /** @param reason a clause without a subject: `is nested deeper than 200 levels` */
  constructor(
    readonly reason: string,
    text: string,
    offset: number,
    file: string | undefined,
  ) {
    const before = text.slice(0, offset);
    const place = { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
    super([
      errorOf("file-unreadable", `The JSON ${reason}.`, {
        where: file === undefined ? place : { file, ...place },
        remedy: "Name a file that dbmon, Terraform or cdktf wrote.",
      }),
    ]);
  }
}

/**
 * @param file of the text, for the problem
 * @returns undefined for text that is not JSON
 * @throws JsonLimitError for JSON that is nested too deeply or has too many values
 */
export function parseJson(text: string, file?: string): unknown {
  checkLimits(text, file);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts brackets and commas in one pass, before anything is allocated for a value. */
function checkLimits(text: string, file: string | undefined): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x22) at = endOfString(text, at);
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > maxDepth)
        throw new JsonLimitError(`is nested deeper than ${maxDepth} levels`, text, at, file);
      values++;
    } else if (character === 0x5d || character === 0x7d) depth--;
    else if (character === 0x2c) values++;
    if (values > maxValues)
      throw new JsonLimitError(`has more than ${maxValues.toLocaleString("en-US")} values`, text, at, file);
  }
}

/** @returns the index of the closing quote, or the end of the text */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
