/** Each message names its remedy. The recovery guide has those that need more. The test reads the messages from their sources. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as ts from "typescript";

const root = resolve(__dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/recovery.md"), "utf8");

/** Problems that are created without a remedy, by file. */
function withoutRemedy(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const what = createdProblem(node);
    if (what !== undefined) {
      problemCount += 1;
      if (!hasRemedy(node)) found.push(what);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

let problemCount = 0;

/** The code that creates a problem, or an error of one. */
function createdProblem(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node))
    return /^(?:ProblemError\.of|errorOf|warningOf)$/.test(node.expression.getText())
      ? node.getText()
      : undefined;
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const names = node.properties.map((property) => property.name?.getText());
  return names.includes("what") && names.includes("severity") ? node.getText() : undefined;
}

function hasRemedy(node: ts.Node): boolean {
  const object = ts.isCallExpression(node) ? node.arguments[2] : node;
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return object !== undefined;
  return object.properties.some(
    (property) => ts.isSpreadAssignment(property) || property.name.getText() === "remedy",
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(root, folder, name));
}

/** Follows the same problem of other alerts, with its remedy. */
const continuations = ['errorOf("response-invalid", what)'];

it("each problem of the engine, the client and the provider names its remedy", () => {
  const files = ["src/engine", "src/client", "src/provider"].flatMap(filesIn);
  expect(files.flatMap(withoutRemedy)).toEqual(continuations);
  expect(problemCount).toBeGreaterThan(25);
});

const sources = [
  "src/engine",
  "src/client",
  "src/provider",
  "src/cli",
  "src/reconcile",
  "src/service",
  "src/diagnostics",
]
  .flatMap(filesIn)
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const quotedMessages = Array.from(guide.matchAll(/^- (`.*?`): /gm), ([, cell = ""]) =>
  cell.split("`, `").map((text) => text.replaceAll("`", "")),
).flat();

/** The source inserts a noun. */
const assembledMessages = ["The event may have been created: the response was lost, and ..."];

it.each(quotedMessages.filter((message) => !assembledMessages.includes(message)))(
  "%j is a message of the sources",
  (message) => {
    const parts = message.split("...").map((part) => part.replace(/^\W+/, "").trim());
    const missing = parts.filter((part) => part.length > 3 && !sources.includes(part));
    expect(missing).toEqual([]);
  },
);
