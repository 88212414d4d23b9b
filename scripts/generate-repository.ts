/**
 * Writes the repository of src/diagnostics/repository.ts to package.json, the pages and the file for GitLab.
 * `tsx scripts/generate-repository.ts [--out FOLDER]`. Needs nothing that was built.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { repository } from "../src/diagnostics/repository";
import { version } from "./release/files";

const root = resolve(__dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? root);

/** What is before and after the name. Other repositories are in none of these places. */
const places = [
  ["uses: ", "@v0"],
  ["- repo: https://github.com/", "\n"],
  ["https://raw.githubusercontent.com/", "/v\\d"],
  ["https://github.com/", "/issues"],
  ["https://github.com/", "/blob/v0/"],
  ["git\\+https://github.com/", "\\.git"],
  ["DBMON_ACTION_REPOSITORY: ", "\n"],
  ["gh attestation verify \\S+ --repo ", "\n"],
  ["repository of this package is `", "`"],
];
const mention = new RegExp(
  places.map(([before = "", after = ""]) => `(?<=${before})[\\w.-]+/[\\w.-]+(?=${after})`).join("|"),
  "g",
);

/** The job of GitLab for forks runs the action of one version, and only with this checksum. */
function pinAction(text: string): string {
  const sum = createHash("sha256")
    .update(readFileSync(join(root, "action/index.cjs")))
    .digest("hex");
  return text
    .replace(/(?<=\/v)\d+\.\d+\.\d+(?=\/action\/index\.cjs)/g, version)
    .replace(/(?<=DBMON_ACTION_SHA256: )[0-9a-f]{64}/g, sum);
}

const pages = ["docs", "ci"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:md|yml)$/.test(name))
    .map((name) => join(folder, name)),
);
for (const file of ["package.json", ...pages]) {
  const text = readFileSync(join(root, file), "utf8");
  // Pages that do not name it may be the output of another generator.
  if (text.search(mention) === -1) continue;
  mkdirSync(dirname(join(out, file)), { recursive: true });
  writeFileSync(join(out, file), pinAction(text.replace(mention, repository)));
}
