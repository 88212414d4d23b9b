/** Reads the text of a definitions file: with the fast parser if it supports the text, or else with the complete parser. */
import { LineCounter } from "yaml";
import { type FieldStep, type Place, type Problem } from "../../diagnostics";
import { type CommonYaml, parseCommonYaml } from "./common-yaml";
import { type ParsedYaml, parseYaml, type Places } from "./parse-yaml";

/** @returns undefined after adding problems, if the file cannot be parsed */
export function readYaml(text: string, file: string, problems: Problem[]): ParsedYaml | undefined {
  const common = parseCommonYaml(text);
  if (common === undefined) return parseYaml(text, file, problems);
  return { value: common.value, places: placesIn(common, text, file) };
}

/** The fast parser knows the places of the alerts. The complete parser finds the others, when a problem needs one. */
function placesIn({ value, itemOffset }: CommonYaml, text: string, file: string): Places {
  const entries = new Map<string, unknown>(Object.entries(value));
  let lines: LineCounter | undefined;
  let complete: Places | undefined;
  const completePlaces = () => (complete ??= parseYaml(text, file, [])?.places ?? placesOfFile(file));
  return {
    ofKey: (path) => completePlaces().ofKey(path),
    ofValue: (path: readonly FieldStep[]): Place => {
      const [key, index] = path;
      const isItem = path.length === 2 && typeof key === "string" && typeof index === "number";
      const offset = isItem ? itemOffset(entries.get(key), index) : undefined;
      if (offset === undefined) return completePlaces().ofValue(path);
      lines ??= countLines(text);
      const { line, col } = lines.linePos(offset);
      return { file, line, column: col };
    },
  };
}

/** For a file beyond the limits of the complete parser. */
function placesOfFile(file: string): Places {
  return { ofValue: () => ({ file }), ofKey: () => ({ file }) };
}

function countLines(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) lines.addNewLine(end + 1);
  return lines;
}
