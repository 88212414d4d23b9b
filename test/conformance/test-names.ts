/** Parses the facts in the test names of a file. Comments and skipped tests do not count. */
import ts from "typescript";

interface NamedTest {
  readonly name: string;
  readonly facts: readonly string[];
}

/** Finds the tests that run: `it("...")` and `it.each(...)("...")`, including the first cell of each row. */
export function testsIn(text: string): NamedTest[] {
  const found: NamedTest[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = nameOf(node);
      if (name !== undefined) found.push({ name, facts: factsIn(name + namesOfRows(node)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("file.test.ts", text, ts.ScriptTarget.ES2022));
  return found;
}

function nameOf({ expression, arguments: [first] }: ts.CallExpression): string | undefined {
  const isTest = isNamed(expression, "it") || (ts.isCallExpression(expression) && isEach(expression));
  return isTest && first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined;
}

function isEach({ expression }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    isNamed(expression.expression, "it") &&
    expression.name.text === "each"
  );
}

/** A name that starts with `%s` is completed by the first cell of each row. */
function namesOfRows({ expression, arguments: [name] }: ts.CallExpression): string {
  if (!ts.isCallExpression(expression) || name === undefined) return "";
  const [table] = expression.arguments;
  if (table === undefined || !ts.isArrayLiteralExpression(table)) return "";
  if (!ts.isStringLiteralLike(name) || !name.text.startsWith("%s")) return "";
  const cells = table.elements.map((row) => (ts.isArrayLiteralExpression(row) ? row.elements[0] : row));
  return cells.map((cell) => (cell !== undefined && ts.isStringLiteralLike(cell) ? cell.text : "")).join(" ");
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

function factsIn(text: string): string[] {
  return [...text.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, fact = ""]) => fact);
}
