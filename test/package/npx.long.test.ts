/** `npx dbmon` downloads and runs someone else's package where this package is not installed. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { PackedProject } from "../support/packed-project";

const root = resolve(__dirname, "../..");
const published = [
  ...["src", "templates", "docs", "examples", "action", "ci", "schemas"],
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "action.yml", ".pre-commit-hooks.yaml"],
];

function filesOf(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

it("no file runs the command by npx under a name that someone else has published", () => {
  // In a shell, in the arguments of a program, and as the words of a command. --package names the package that has the command.
  const call = /npx (?:(?:--no|--yes|-y) )?dbmon(?![\w-])|"npx", (?:\[?"--\w+", )?"dbmon"/;
  const files = published.flatMap(filesOf);
  expect(files.length).toBeGreaterThan(500);
  const linesOf = (file: string) => readFileSync(join(root, file), "utf8").split("\n");
  const found = files.flatMap((file) =>
    linesOf(file).flatMap((line, index) =>
      call.test(line) ? [`${file}:${String(index + 1)}: ${line}`] : [],
    ),
  );
  expect(found).toEqual([]);
});

it("the package has the command under both names", () => {
  const project = new PackedProject("cdktf");
  try {
    const { bin } = JSON.parse(project.read("node_modules/dbmon-iac/package.json")) as { bin: object };
    expect(bin).toEqual({ dbmon: "dist/cli/main.js", "dbmon-iac": "dist/cli/main.js" });
    const env = {
      PATH: process.env.PATH,
      HOME: project.folder,
      npm_config_offline: "true",
      npm_config_update_notifier: "false",
    };
    const version = execFileSync("npx", ["dbmon-iac", "--version"], {
      cwd: project.folder,
      env,
      encoding: "utf8",
    });
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  } finally {
    project.remove();
  }
});
