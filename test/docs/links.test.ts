/** Links of the README and the docs work in the repository and in the installed package, which contains only the packed files. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize, resolve } from "node:path";

const root = resolve(__dirname, "../..");

function listPackedFiles(): ReadonlySet<string> {
  const cache = mkdtempSync(join(tmpdir(), "links-test-"));
  try {
    const options = {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, npm_config_cache: cache },
    } as const;
    const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], options);
    const [{ files }] = JSON.parse(output) as [{ files: { path: string }[] }];
    return new Set(files.map(({ path }) => path));
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

const packedFiles = listPackedFiles();
const isPacked = (path: string) =>
  packedFiles.has(path) || [...packedFiles].some((file) => file.startsWith(`${path.replace(/\/$/, "")}/`));

const pages = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name))
    .sort(),
];
const read = (page: string) => readFileSync(join(root, page), "utf8");

/** Anchors as GitHub derives them from headings, and explicit ones. */
function anchorsOf(page: string): string[] {
  const text = read(page).replace(/^```[^]*?^```/gm, "");
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...headings, ...Array.from(text.matchAll(/<a id="([^"]+)"/g), ([, id = ""]) => id)];
}

interface Link {
  readonly page: string;
  readonly path: string;
  readonly anchor: string | undefined;
}

/** Relative targets of links and images, outside of code blocks. */
function linksOf(page: string): Link[] {
  const text = read(page).replace(/^```[^]*?^```/gm, "");
  return Array.from(
    text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]+))?\)/g),
    ([, target = "", anchor]) => ({
      page,
      path: target === "" ? page : normalize(join(dirname(page), target)),
      anchor,
    }),
  );
}

const links = pages.flatMap(linksOf);

it("link to existing files", () => {
  expect(linksOf("README.md").length).toBeGreaterThan(20);
  expect(links.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

/** Messages, generated projects and comments name pages by their path. */
it("are named by code, templates and tests only if they exist", () => {
  const folders = ["action/src", "bench", "ci", "examples", "scripts", "src", "templates", "test"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|js|mjs|yml|yaml|tf|md)$/.test(name) && !/node_modules|cdktf\.out/.test(name))
      .map((name) => join(folder, name)),
  );
  const named = files.flatMap((file) =>
    Array.from(read(file).matchAll(/\bdocs\/(?:[\w-]+\/)*[\w-]+\.md\b/g), ([page]) => ({ file, page })),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ page }) => !existsSync(join(root, page)))).toEqual([]);
});

it("link to existing headings", () => {
  const withAnchor = links.filter(({ path }) => path.endsWith(".md") && existsSync(join(root, path)));
  expect(
    withAnchor.filter(({ path, anchor }) => anchor !== undefined && !anchorsOf(path).includes(anchor)),
  ).toEqual([]);
});

it("are packed together with the files that they link to", () => {
  expect(isPacked("README.md")).toBe(true);
  expect(links.filter(({ page, path }) => isPacked(page) && !isPacked(path))).toEqual([]);
});

/** The block gives an error about the connection a place. Modules get their provider from the configuration that calls them. */
describe("an example in HCL", () => {
  const modules = ["examples/environments/terraform/alerts/main.tf"];
  const files = ["examples", "templates"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tf"))
      .map((name) => join(folder, name)),
  );
  const needsProvider = (code: string) => /^\s*required_providers \{/m.test(code);

  it.each(files.filter((file) => !modules.includes(file) && needsProvider(read(file))))(
    "has a provider block: %s",
    (file) => {
      expect(read(file)).toMatch(/^provider "dbmon" \{/m);
    },
  );

  it.each(pages.filter((page) => needsProvider(read(page))))("has a provider block: %s", (page) => {
    expect(read(page)).toMatch(/^provider "dbmon" \{/m);
  });
});

it("are packed, if a message or a topic of help names them", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join("src", name));
  const named = sources.flatMap((source) =>
    (read(source).match(/\bdocs\/[\w/-]+\.md\b/g) ?? []).map((page) => ({ source, page })),
  );
  expect(new Set(named.map(({ page }) => page)).size).toBeGreaterThan(8);
  expect(named.filter(({ page }) => !packedFiles.has(page))).toEqual([]);
});
