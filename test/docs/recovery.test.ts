/** The guide to recovery names every failure that the engine and the client can report: read from their own sources. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as ts from "typescript";

const root = resolve(__dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/recovery.md"), "utf8");
/** What is said of a whole list, which no run can begin with, and what a text is put together of. */
const makers = ["of", "staleChange", "notAsWritten", "stale", "super"];

/** The texts that begin a problem, each as the longest piece of it that is always the same. */
function messagesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "what")
      found.push(...textsIn(node.initializer));
    if (
      ts.isVariableDeclaration(node) &&
      ["what", "created"].includes(node.name.getText()) &&
      node.initializer
    )
      found.push(...textsIn(node.initializer));
    if (
      ts.isCallExpression(node) &&
      makers.some((name) => node.expression.getText().split(".").at(-1) === name)
    )
      found.push(
        ...node.arguments
          .filter((one) => !ts.isObjectLiteralExpression(one))
          .slice(0, 3)
          .flatMap(textsIn),
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((text) => /^[A-Za-z(,:.' ]{18,}/.test(text));
}

function textsIn(node: ts.Node): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const pieces = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    return [pieces.sort((a, b) => b.length - a.length)[0] ?? ""];
  }
  if (ts.isConditionalExpression(node)) return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return textsIn(node.left);
  return [];
}

const files = ["src/engine", "src/client"].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
);
/** Never reported: the engine and the command catch them. */
const internal = ["the client was closed", "may have been deleted"];
const messages = [...new Set(files.flatMap(messagesIn))]
  .map((text) => text.trim())
  .filter((text) => !internal.includes(text));

it("finds the messages", () => {
  expect(messages.length).toBeGreaterThan(25);
});

it.each(messages)("%j is in the guide", (message) => {
  // The remedies stand beside them in the source, and need not be repeated.
  const piece = message.replace(/[:,] ?$/, "").slice(0, 60);
  expect(guide).toContain(piece);
});
