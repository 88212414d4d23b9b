/** `npm run demo`: deploys, detects and repairs drift, destroys, and leaves no files behind. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { describeWithTerraform } from "../../support/terraform";

const root = resolve(__dirname, "../../..");

describe("npm run demo", () => {
  let work: string;
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), "demo-test-"));
    mkdirSync(join(work, "home"));
    mkdirSync(join(work, "tmp"));
  });
  afterEach(() => {
    rmSync(work, { recursive: true, force: true });
  });

  function demo(path: string): { code: number | null; text: string } {
    const run = spawnSync(
      process.execPath,
      [join(root, "node_modules/tsx/dist/cli.mjs"), "scripts/demo.ts"],
      {
        cwd: root,
        encoding: "utf8",
        env: { PATH: path, HOME: join(work, "home"), TMPDIR: join(work, "tmp"), TSX_DISABLE_CACHE: "1" },
      },
    );
    return { code: run.status, text: run.stdout + run.stderr };
  }

  function expectDriftRepaired(text: string): void {
    expect(text).toMatch(/active +CPU: a database server is saturated/);
    expect(text).toMatch(/disabled +CPU: a database server is saturated/);
    expect(text).toMatch(/disabled *(=|:) true -> false/);
    expect(text).toContain("   No managed alerts.\n   6 unmanaged alerts, unchanged.\n");
    expect(text).not.toContain("made-up-pagerduty-key");
  }

  /** In the temporary folder, the home folder and the checkout. */
  function expectNoFilesLeft(): void {
    expect(readdirSync(join(work, "home"))).toEqual([]);
    expect(readdirSync(join(work, "tmp")).filter((name) => name.startsWith("dbmon"))).toEqual([]);
    expect(readdirSync(root).filter((name) => /tfstate|cdktf\.out|cdktf\.log/.test(name))).toEqual([]);
  }

  describeWithTerraform("with terraform", () => {
    it("deploys the example with cdktf, detects and repairs drift, and leaves no files", () => {
      const { code, text } = demo(process.env.PATH ?? "");
      expect(code).toBe(0);
      expectDriftRepaired(text);
      expect(text).toContain("Apply complete! Resources: 5 added, 0 changed, 0 destroyed.");
      expect(text).toContain("No changes. Your infrastructure matches the configuration.");
      expectNoFilesLeft();
    }, 120_000);
  });

  it("uses the engine without terraform, and reports that", () => {
    const bin = join(work, "bin");
    mkdirSync(bin);
    for (const name of ["node", "sh", "env"]) symlinkSync(pathOf(name), join(bin, name));
    const { code, text } = demo(bin);
    expect(code).toBe(0);
    expect(text).toContain("Neither terraform nor tofu is on the PATH");
    expectDriftRepaired(text);
    expect(text).toContain("Plan: No changes. 5 in sync, 6 unmanaged.");
    expectNoFilesLeft();
  }, 120_000);
});

function pathOf(name: string): string {
  if (name === "node") return process.execPath;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const file = folders
    .map((folder) => join(folder, name))
    .find((path) => spawnSync("test", ["-x", path]).status === 0);
  if (file === undefined) throw new Error(`${name} is not on the PATH`);
  return file;
}
