/**
 * From the text of a YAML or JSON file to values with places. Every complaint is in our own words, and a text that is made to
 * exhaust a reader, by depth or by number, is refused as soon as that shows.
 */
import { Composer, type Document, Lexer, LineCounter, Parser, type YAMLError } from "yaml";
import { type Place, type Problem } from "../diagnostics";
import { type Content, contentOf } from "./content";
import { syntaxComplaint } from "./yaml-complaints";

/** Where the parts of one file stand. */
export interface FileContent {
  /** Undefined where the file holds nothing. */
  readonly root: Content | undefined;
  readonly placeAt: (offset: number) => Place;
}

type Tell = (offset: number, what: string, remedy: string) => void;

/** Maps and lists in one another; a definition needs six. */
const deepest = 100;
/** Of a text: names, brackets, line ends and spaces between them. A thousand alerts are some 70,000. */
const mostTokens = 2_000_000;

/** @returns undefined where the text cannot be read on; then `problems` says why */
export function readYaml(text: string, file: string, problems: Problem[]): FileContent | undefined {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const tell: Tell = (offset, what, remedy) => {
    problems.push({ severity: "error", what, where: placeAt(offset), remedy });
  };
  const before = problems.length;
  const documents: Document.Parsed[] = [];
  try {
    const composer = new Composer({ uniqueKeys: false, prettyErrors: false });
    for (const document of composer.compose(tokensOf(text, lines), true, text.length)) {
      documents.push(document);
      // One may be empty; what comes after several changes nothing.
      if (documents.length > 2) break;
    }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    tell(error.offset, error.message, error.remedy);
    return undefined;
  }
  const language = /\.json$/i.test(file) ? "JSON" : "YAML";
  const tellSyntax: Tell = (offset, what, remedy) => {
    tell(offset, `The file is not ${language}: ${what}.`, remedy);
  };
  for (const document of documents) checkSyntax(document, text, tellSyntax, lines);
  if (problems.length > before) return undefined;
  const [first, second] = documents.filter(({ contents }) => holdsSomething(contents));
  if (second !== undefined) {
    const remedy = "Put all alerts into one list, or each part into a file of its own.";
    tell(
      startOf(second, text),
      "The file holds several YAML documents: another begins here, with ---.",
      remedy,
    );
    return undefined;
  }
  if (first?.contents == null) return { root: undefined, placeAt };
  const root = contentOf(first.contents, tell, (offset) => lines.linePos(offset).line);
  return root === undefined ? undefined : { root, placeAt };
}

class TooMuch extends Error {
  constructor(
    readonly offset: number,
    what: string,
    readonly remedy: string,
  ) {
    super(what);
  }
}

/** @throws TooMuch */
function* tokensOf(text: string, lines: LineCounter) {
  const parser = new Parser(lines.addNewLine);
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    count += 1;
    if (parser.stack.length > deepest) {
      const what = `More than ${deepest} maps and lists stand in one another here.`;
      throw new TooMuch(
        parser.offset,
        what,
        "A definition needs six. Look for brackets that are not closed.",
      );
    }
    if (count > mostTokens) {
      throw new TooMuch(
        parser.offset,
        "Up to here, the file holds more than can be read at once.",
        "Split it.",
      );
    }
  }
  yield* parser.end();
}

/** Complaints about syntax beget others: of one line the first is told, and of a file not more than can be looked at. */
const mostSyntaxComplaints = 5;

function checkSyntax(document: Document.Parsed, text: string, tell: Tell, lines: LineCounter): void {
  const told = new Set<number>();
  const faults: YAMLError[] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  let last = 0;
  for (const fault of faults) {
    const noticed = lines.linePos(fault.pos[0]).line;
    if (noticed === last) continue;
    last = noticed;
    const { offset, what, remedy } = syntaxComplaint(fault, document, text);
    const { line } = lines.linePos(offset);
    if (told.has(line)) continue;
    told.add(line);
    tell(offset, what, remedy);
    if (told.size === mostSyntaxComplaints) return;
  }
}

function holdsSomething(contents: Document.Parsed["contents"]): boolean {
  return contents !== null && (contents.range[1] > contents.range[0] || contents.tag !== undefined);
}

/** Where its --- stands. */
function startOf({ range, contents }: Document.Parsed, text: string): number {
  const start = range[0];
  const marker = text.slice(start, contents?.range[0]).lastIndexOf("---");
  return marker === -1 ? start : start + marker;
}
