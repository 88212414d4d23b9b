/** Problems of definitions files: the complete messages and remedies, with their lines and columns. */
import { definitionsFolder, readCases } from "./definitions-folder";

const folder = definitionsFolder();

type Row = [text: string | { readonly latin1: string }, problems: string[], file?: string];

it.each(readCases<Row>("file-problems"))(
  "row %# of file-problems.json gives its problems: %j",
  (text, expected, file = "a.yaml") => {
    folder.write(file, typeof text === "string" ? text : Buffer.from(text.latin1, "latin1"));
    expect(folder.problems(file).map((problem) => problem.replaceAll(`${file}:`, ""))).toEqual(expected);
  },
);
