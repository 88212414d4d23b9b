/**
 * `npm run lint:words -- [PATH...]` reports each banned word with the term to use instead, and exits with 1 if it finds one.
 * Without paths, it checks the sources and everything that a user reads. The list is scripts/banned-words.json.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

interface BannedWords {
  readonly not: readonly string[];
  readonly use: string;
  /** Names that other systems spell with the word. */
  readonly except?: readonly string[];
}

const root = resolve(__dirname, "..");
const defaultPaths = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "action/src",
  "docs",
  "examples",
  "scripts/generate-docs",
  "src",
  "skills",
  "templates",
];
const textFile = /(\.(md|tsx?|[cm]?js|html|css|tf|ya?ml|sh)|gitignore)$/;
const skippedFolder = /^(generated|node_modules|cdktf\.out)$/;

// test/scripts/lint-words.test.ts checks the shape of the list.
const list = JSON.parse(readFileSync(join(__dirname, "banned-words.json"), "utf8")) as readonly BannedWords[];
const remedies = new Map(list.flatMap(({ not, use }) => not.map((word) => [word, use] as const)));
const exceptions = list.flatMap(({ except = [] }) => except);

/** Two words can have a line break and the start of a comment line between them. */
function alternatives(spell: (word: string) => string): string {
  // The longer word first: "looks once more" wins over "once more".
  const words = [...remedies.keys()].sort((one, other) => other.length - one.length);
  return words.map((word) => spell(word).replaceAll(" ", "[\\s*/#]+")).join("|");
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** Words in prose, and as parts of camelCase names, but not inside other words. */
const banned = new RegExp(
  [
    `(?<![A-Za-z])(?:${alternatives((word) => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`)})(?![a-z])`,
    `(?<=[a-z])(?:${alternatives(capitalized)})(?![a-z])`,
  ].join("|"),
  "g",
);

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return textFile.test(path) ? [path] : [];
  const names = readdirSync(path).filter((name) => !skippedFolder.test(name));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}

function findingsIn(file: string): string[] {
  const text = exceptions.reduce(
    (rest, name) => rest.replaceAll(name, " ".repeat(name.length)),
    readFileSync(file, "utf8"),
  );
  return Array.from(text.matchAll(banned), ({ 0: found, index }) => {
    const before = text.slice(0, index).split("\n");
    const place = `${relative(process.cwd(), file)}:${before.length}:${(before.at(-1) ?? "").length + 1}`;
    const word = found.toLowerCase().replace(/[\s*/#]+/g, " ");
    return `${place}: "${word}" is a banned word. Use instead: ${remedies.get(word) ?? "another word"}.`;
  });
}

const given = process.argv.slice(2).map((path) => resolve(path));
const paths = given.length > 0 ? given : defaultPaths.map((path) => join(root, path));
const findings = paths.flatMap(filesIn).flatMap(findingsIn);
if (findings.length > 0) {
  console.error(findings.join("\n"));
  console.error(`${findings.length} banned words. docs/glossary.md has the terms.`);
  process.exitCode = 1;
}
