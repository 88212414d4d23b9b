/** Parses YAML or JSON into plain values with their places in the file. Limits nesting and size against malicious input. */
import { Composer, type Document, Lexer, LineCounter, Parser, type YAMLError } from "yaml";
import { type FieldStep, type Place, type Problem } from "../../diagnostics";
import { describeSyntaxProblem } from "./syntax-problems";
import { type ReportAt, resolveYaml } from "./yaml-values";

/** Places of the parts of a value. */
export interface Places {
  /** The place of a value, or of its nearest existing parent. */
  readonly ofValue: (path: readonly FieldStep[]) => Place;
  readonly ofKey: (path: readonly FieldStep[]) => Place;
  /** The comment after the dash or the colon of a value that is missing, for example `#db-alerts`. */
  readonly commentOf?: ((path: readonly FieldStep[]) => string | undefined) | undefined;
  /** Sentences that state where the values in a text are defined. */
  readonly originOf?: ((path: readonly FieldStep[]) => string | undefined) | undefined;
}

export interface ParsedYaml {
  readonly value: unknown;
  readonly places: Places;
}

/** Levels of mappings and sequences. A definition needs 6. */
const maxDepth = 100;
/** Per file. 1,000 alerts have about 70,000 tokens. */
const maxTokens = 2_000_000;
/** Per file. One error often causes others. */
const maxSyntaxProblems = 5;
/** Per file. To describe an error takes time in proportion to the size of the file. */
const maxDescribedErrors = 20;

/** @returns undefined after adding problems, if the file cannot be parsed */
export function parseYaml(text: string, file: string, problems: Problem[]): ParsedYaml | undefined {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const report: ReportAt = (offset, what, remedy) => {
    problems.push({ severity: "error", what, where: placeOf(offset), remedy });
  };
  const documents = composeDocuments(text, lines, report);
  if (documents === undefined) return undefined;
  const problemsBefore = problems.length;
  const language = /\.json$/i.test(file) ? "JSON" : "YAML";
  for (const document of documents) {
    checkSyntax(document, text, lines, (offset, what, remedy) => {
      report(offset, `Invalid ${language}: ${what}.`, remedy);
    });
  }
  if (problems.length > problemsBefore) return undefined;
  const [first, second] = documents.filter(({ contents }) => hasContents(contents));
  if (second !== undefined) {
    const remedy = "Put all alerts into one sequence, or each document into its own file.";
    report(
      startOf(second, text),
      "The file has more than one YAML document. The next one starts here.",
      remedy,
    );
    return undefined;
  }
  if (first?.contents == null)
    return { value: undefined, places: { ofValue: () => ({ file }), ofKey: () => ({ file }) } };
  const root = resolveYaml(first.contents, report, (offset) => lines.linePos(offset).line);
  if (root === undefined) return undefined;
  const places = {
    ofValue: (path: readonly FieldStep[]) => placeOf(root.positionOf(path).offset),
    ofKey: (path: readonly FieldStep[]) => placeOf(root.positionOf(path).keyOffset),
  };
  return { value: root.value, places };
}

/** @returns undefined after a report, if the file exceeds a limit */
function composeDocuments(text: string, lines: LineCounter, report: ReportAt): Document.Parsed[] | undefined {
  const documents: Document.Parsed[] = [];
  try {
    const composer = new Composer({ uniqueKeys: false, prettyErrors: false });
    for (const document of composer.compose(parseTokens(text, lines), true, text.length)) {
      documents.push(document);
      // One of the first three may be empty. Two with contents are an error already.
      if (documents.length > 2) break;
    }
    return documents;
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    report(error.offset, error.message, error.remedy);
    return undefined;
  }
}

class LimitError extends Error {
  constructor(
    readonly offset: number,
    what: string,
    readonly remedy: string,
  ) {
    super(what);
  }
}

/** @throws LimitError */
function* parseTokens(text: string, lines: LineCounter) {
  const parser = new Parser(lines.addNewLine);
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    count += 1;
    if (parser.stack.length > maxDepth) {
      const what = `Mappings and sequences are nested more than ${maxDepth} levels deep.`;
      throw new LimitError(parser.offset, what, "A definition needs 6 levels. Check for unclosed brackets.");
    }
    if (count > maxTokens) {
      const what = `The file has more than ${maxTokens.toLocaleString("en")} YAML tokens.`;
      throw new LimitError(parser.offset, what, "Split it into several files.");
    }
  }
  yield* parser.end();
}

/** Reports at most one problem per line. */
function checkSyntax(document: Document.Parsed, text: string, lines: LineCounter, report: ReportAt): void {
  const reportedLines = new Set<number>();
  const errors: YAMLError[] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  let lastErrorLine = 0;
  let describedErrors = 0;
  for (const error of errors) {
    const errorLine = lines.linePos(error.pos[0]).line;
    if (errorLine === lastErrorLine) continue;
    lastErrorLine = errorLine;
    describedErrors += 1;
    const { offset, what, remedy } = describeSyntaxProblem(error, document, text);
    const { line } = lines.linePos(offset);
    if (!reportedLines.has(line)) report(offset, what, remedy);
    reportedLines.add(line);
    if (reportedLines.size === maxSyntaxProblems || describedErrors === maxDescribedErrors) return;
  }
}

function hasContents(contents: Document.Parsed["contents"]): boolean {
  return contents !== null && (contents.range[1] > contents.range[0] || contents.tag !== undefined);
}

/** The offset of the `---` before the document, or of the document. */
function startOf({ range, contents }: Document.Parsed, text: string): number {
  const start = range[0];
  const marker = text.slice(start, contents?.range[0]).lastIndexOf("---");
  return marker === -1 ? start : start + marker;
}
