/** Code of the docs, templates and examples refers to objects by name, so that it works in every environment and needs no tables. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const guides = filesIn("docs/guides");
const code = ["templates", "examples"].flatMap(filesIn).filter((file) => /\.(yaml|ts|tf)$/.test(file));
const read = (file: string) => readFileSync(join(root, file), "utf8");

function blocks(file: string, language: string): string {
  const pattern = new RegExp("^```" + language + "\\n([^]*?)^```", "gm");
  return Array.from(read(file).matchAll(pattern), ([, text = ""]) => text).join("\n");
}

/** The IDs of the service have few digits, unlike the duration of an event in seconds. */
const references =
  /\b(policy|duration)"? *[:=] *\d{1,2}(?= *([,}]|$))|\b(destinations|hosts)"? *[:=] *\[\d|(?<!QueryDigest)\.fromId\(/gm;

it.each(["docs/definitions.md", "docs/configuration.md", "README.md", ...guides])(
  "the code of %s refers to policies, durations, destinations and hosts by name",
  (page) => {
    expect(blocks(page, "(?:yaml|json|ts|js|terraform|hcl)").match(references) ?? []).toEqual([]);
  },
);

it.each(code)("%s refers to objects by name", (file) => {
  expect(read(file).match(references) ?? []).toEqual([]);
});

it.each(["README.md", ...guides])("no command of %s has the id of an object", (page) => {
  const ids = /\balerts\/\d+|"(id|host|policy|duration)": *\d+|"destinations": *\[\d|:Alert \w+ \d+/g;
  expect(blocks(page, "sh").match(ids) ?? []).toEqual([]);
});

/** A reader follows several of them with one emulator. */
it("no two quickstarts define an alert of one name", () => {
  const quickstarts = [
    ["README.md"],
    ["docs/tutorial.md"],
    ...["terraform", "cdk"].map((language) => [`docs/guides/getting-started-${language}.md`]),
    ["docs/guides/pulumi.md"],
    code.filter((file) => file.startsWith("templates/") && !file.startsWith("templates/guides/")),
  ];
  const name = /\bname *[:=] *"?([A-Z][^"\n]*: [^"\n]+)"/g;
  const names = quickstarts.map((files) => [
    ...new Set(files.flatMap((file) => Array.from(read(file).matchAll(name), ([, found = ""]) => found))),
  ]);
  expect(names.filter(({ length }) => length === 0)).toEqual([]);
  const all = names.flat();
  expect(all.filter((found, index) => all.indexOf(found) !== index)).toEqual([]);
});
