/** The recovery guide documents every failure that the engine and the client report. The test reads the messages from their sources. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as ts from "typescript";

const root = resolve(__dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/recovery.md"), "utf8");
/** Functions that take a message as one of their first arguments. */
const messageFunctions = ["of", "staleProblem", "notVerified", "unverified", "super"];

/** The messages of a file. A template counts as its longest literal part. */
function messagesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  const messages: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "what")
      messages.push(...textsIn(node.initializer));
    if (
      ts.isVariableDeclaration(node) &&
      ["what", "created"].includes(node.name.getText()) &&
      node.initializer
    )
      messages.push(...textsIn(node.initializer));
    if (
      ts.isCallExpression(node) &&
      messageFunctions.some((name) => node.expression.getText().split(".").at(-1) === name)
    )
      messages.push(
        ...node.arguments
          .filter((one) => !ts.isObjectLiteralExpression(one))
          .slice(0, 3)
          .flatMap(textsIn),
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return messages.filter((text) => /^[A-Za-z(,:.' ]{18,}/.test(text));
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

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(root, folder, name));
}

const files = ["src/engine", "src/client"].flatMap(filesIn);
/** Caught before they reach the user. */
const internalMessages = ["the client was closed", "may have been deleted"];
const allMessages = [...new Set(files.flatMap(messagesIn))]
  .map((text) => text.trim())
  .filter((text) => !internalMessages.includes(text));

it("finds messages in the sources", () => {
  expect(allMessages.length).toBeGreaterThan(25);
});

it.each(allMessages)("%j is in the guide", (message) => {
  // The guide has its own remedies, so the start of a long message is enough.
  const start = message.replace(/[:,] ?$/, "").slice(0, 60);
  expect(guide).toContain(start);
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
const quotedMessages = Array.from(guide.matchAll(/^\| (`.*?`) +\|/gm), ([, cell = ""]) =>
  cell.split("`, `").map((text) => text.replaceAll("`", "")),
).flat();

/** The source inserts a noun. */
const assembledMessages = [
  "No API token is set.",
  ...["alert", "event"].map((noun) => `The ${noun} may have been created: the response was lost, and ...`),
];

it.each(quotedMessages.filter((message) => !assembledMessages.includes(message)))(
  "%j is a message of the sources",
  (message) => {
    const parts = message.split("...").map((part) => part.replace(/^\W+/, "").trim());
    const missing = parts.filter((part) => part.length > 3 && !sources.includes(part));
    expect(missing).toEqual([]);
  },
);
