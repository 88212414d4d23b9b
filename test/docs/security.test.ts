/** SECURITY.md names the test of each promise. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";

const root = resolve(__dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const [, promised = ""] = read("SECURITY.md").split("## What is promised\n");
const [section = ""] = promised.split("\n## ");
const rows = Array.from(
  section.matchAll(/^\| (.+?) +\| `(test\/\S+)` +\| (.+?) +\|$/gm),
  ([, ...cells]) => cells,
);

it("each promise has a test", () => {
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  // The first two lines are titles.
  expect(rows).toHaveLength(lines.length - 2);
  expect(rows.length).toBeGreaterThan(20);
});

it.each(rows)("%s", (_, file = "", title = "") => {
  // Prettier escapes characters of Markdown.
  const name = title.replace(/\\([_*[\]])/g, "$1");
  expect(read(file)).toContain(`"${name}"`);
});

it("the package has no installation scripts", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read("package.json")));
  const names = ["preinstall", "install", "postinstall", "prepare", "prepublish"];
  expect(names.filter((name) => Object.hasOwn(scripts, name))).toEqual([]);
});

/** The modules of src with a file that has the text. */
function modulesWith(text: RegExp): string[] {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const found = files.filter((file) => file.endsWith(".ts") && text.test(read(join("src", file))));
  return [...new Set(found.map((file) => file.split(/[\\/]/)[0] ?? ""))].sort();
}

it("only the client, the emulator and the plugin protocol use the network", () => {
  const network =
    /["'](?:node:(?:http|https|http2|net|tls|dgram|dns)|undici|@hono\/node-server)["']|(?:await|return|void|=) fetch\(/;
  expect(modulesWith(network)).toEqual(["client", "emulator", "testing", "tfplugin"]);
});

it("the provider reads no files and no other processes", () => {
  const others = modulesWith(/["']node:(?:fs|fs\/promises|child_process|os)["']/);
  expect(others).toContain("definitions");
  expect(others).not.toContain("provider");
});
