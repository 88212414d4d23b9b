/** Messages that the prose of a page quotes, in code or in quotation marks, are in the source that prints them. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const filesIn = (folder: string, extension: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));
const pages = [...filesIn("docs", ".md"), "README.md", "SECURITY.md"].filter(
  (page) => !/^docs\/(cli|decisions|internals)\//.test(page),
);

/** Titles, words of messages, and what other programs print. */
const noMessages = ["Report a vulnerability", "another mysql host", "Failed to load plugin schemas"];

const sentencesOf = (text: string) => text.replace(/(?<!\.)\.$/, "").split(/(?<!\.)\. /);

/** Sentences of three words or more in a page, outside its blocks, without commands and code. */
function quotedIn(page: string): string[] {
  const prose = read(page)
    .replace(/^---\n[^]*?\n---\n/, "")
    .replace(/^```[^]*?^```/gm, "");
  const spans = Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, text = ""]) => text);
  const quotes = Array.from(prose.replace(/`[^`]*`/g, "").matchAll(/"([^"]+)"/g), ([, text = ""]) =>
    text.replace(/\s+/g, " "),
  );
  return [...spans, ...quotes]
    .flatMap(sentencesOf)
    .filter(
      (text) =>
        text.split(" ").length > 2 &&
        !/^(dbmon|npx|npm|terraform|tofu|pulumi|docker|git|gh|brew|apk|curl|cdktf|export) |[=(){}<>|$&+*]/.test(
          text,
        ) &&
        /[a-z]{2}.* .*[a-z]{2}/.test(text) &&
        !noMessages.includes(text),
    );
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const wordsOf = (text: string) => text.split(/[^A-Za-z]+/).filter((word) => word.length > 1);

/** The sentences of the literals of the source, without the values in them. */
const literals = filesIn("src", ".ts")
  .filter((file) => !file.includes("generated"))
  .flatMap((file) => read(file).match(/`(?:[^`\\]|\\[^])*`|"(?:[^"\\\n]|\\.)*"/g) ?? [])
  .flatMap((literal) => sentencesOf(literal.slice(1, -1)))
  .map((sentence) => sentence.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/))
  .filter((parts) => wordsOf(parts.join(" ")).length > 2);

function isPrinted(message: string): boolean {
  const pattern = new RegExp(message.split("...").map(escape).join(".*"));
  return literals.some((parts) => {
    if (pattern.test(parts.join(""))) return true;
    const own = wordsOf(parts.join(" "));
    return (
      own.length * 2 >= wordsOf(message).length && new RegExp(parts.map(escape).join(".+")).test(message)
    );
  });
}

it.each(pages.filter((page) => quotedIn(page).length > 0))(
  "the messages in the prose of %s exist",
  (page) => {
    expect(quotedIn(page).filter((message) => !isPrinted(message))).toEqual([]);
  },
);

it("finds a message that does not exist", () => {
  expect(isPrinted("The clock of the service is 4 minutes ahead of the clock of this machine")).toBe(true);
  expect(isPrinted("The clock of the service is 4 minutes ahead of your clock")).toBe(false);
  expect(isPrinted("the event may have been created: the answer was lost, and ...")).toBe(false);
});
