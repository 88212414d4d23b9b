/** Properties of every export: a plan has no changes, identifiers are stable, and the code is formatted. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { loadDefinitions } from "../../src/definitions";
import { isError } from "../../src/diagnostics";
import {
  detectOrigin,
  exportEnvironment,
  type Language,
  type LiveEnvironment,
  manifestPath,
} from "../../src/export";
import { resolveReferences } from "../../src/reconcile";
import { planFor } from "../support/plan-for";
import { describeWithTerraform } from "../support/terraform";
import { anyEnvironment } from "./arbitrary";

const root = resolve(__dirname, "../..");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-export-laws-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes an export into a subfolder and returns its path. */
function write(environment: LiveEnvironment, language: Language, name: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const { path, text } of exportEnvironment(environment, language).files)
    writeFileSync(join(place, path), text);
  return place;
}

it("a plan of exported definitions has no changes", () => {
  let run = 0;
  fc.assert(
    fc.property(anyEnvironment, (environment) => {
      const place = write(environment, "yaml", String(run++));
      const { alerts, problems } = loadDefinitions([place]);
      const hosts = environment.hosts.filter(({ isDeleted }) => isDeleted !== true);
      const resolution = resolveReferences(alerts, { ...environment, hosts });
      if (!resolution.ok) throw new Error(JSON.stringify(resolution.problems));
      const made = planFor(resolution.desired, environment.alerts);
      expect([...problems, ...made.problems].filter(isError)).toEqual([]);
      expect(made.changes.filter(({ action }) => action !== "unchanged")).toEqual([]);
      expect(made.unmanaged).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

it.each(["typescript", "yaml", "hcl"] as const)(
  "in %s the checksum distinguishes generated and edited files",
  (language) => {
    fc.assert(
      fc.property(anyEnvironment, (environment) => {
        for (const { text, kind } of exportEnvironment(environment, language).files) {
          if (kind !== "code") continue;
          expect(detectOrigin(text)).toBe("generated");
          expect(detectOrigin(`${text} `)).toBe("edited");
        }
      }),
      { numRuns: 50 },
    );
  },
);

it("an alert keeps its file and identifier after renames and with new alerts", () => {
  const manifestOf = (environment: LiveEnvironment, language: Language, manifest = "") =>
    exportEnvironment(environment, language, { manifest }).files.find(({ path }) => path === manifestPath)
      ?.text ?? "";
  const lines = (manifest: string) => manifest.split("\n").filter((line) => /^[a-z]+ \d+ /.test(line));
  const idOf = (line: string) => line.split(" ")[1];
  fc.assert(
    fc.property(
      anyEnvironment,
      anyEnvironment,
      fc.constantFrom("typescript", "yaml", "hcl"),
      (before, after, language) => {
        const first = manifestOf(before, language);
        const second = lines(manifestOf(after, language, first));
        const ids = new Set(second.map(idOf));
        expect(second).toEqual(expect.arrayContaining(lines(first).filter((line) => ids.has(idOf(line)))));
        expect(manifestOf(after, language, second.join("\n"))).toBe(manifestOf(after, language, first));
      },
    ),
    { numRuns: 100 },
  );
});

it("the manifest keeps the entries of other languages", () => {
  const environment = fc.sample(anyEnvironment, { numRuns: 1, seed: 3 })[0];
  if (environment === undefined) throw new Error("no environment");
  const once = (language: Language, manifest: string) =>
    exportEnvironment(environment, language, { manifest }).files.find(({ path }) => path === manifestPath)
      ?.text ?? "";
  const both = once("hcl", once("yaml", ""));
  expect(both).toContain("\nyaml 1 ");
  expect(both).toContain("\nhcl 1 ");
  expect(once("hcl", `${both}\nnot an entry\nhcl x y z\n`)).toBe(both);
});

it("the order of the lists of the service does not affect the export", () => {
  const reversed = ({
    alerts,
    destinations,
    hosts,
    policies,
    durations,
  }: LiveEnvironment): LiveEnvironment => ({
    alerts: [...alerts].reverse(),
    unsupportedAlerts: [],
    destinations: [...destinations].reverse(),
    hosts: [...hosts].reverse(),
    policies: [...policies].reverse(),
    durations: [...durations].reverse(),
  });
  fc.assert(
    fc.property(anyEnvironment, fc.constantFrom("typescript", "yaml", "hcl"), (environment, language) => {
      expect(exportEnvironment(reversed(environment), language)).toEqual(
        exportEnvironment(environment, language),
      );
    }),
    { numRuns: 60 },
  );
});

const strictest = {
  ...{ strict: true, noUnusedLocals: true, noUnusedParameters: true, noImplicitOverride: true },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noImplicitReturns: true },
  ...{
    noEmit: true,
    module: "node16",
    moduleResolution: "node16",
    target: "ES2022",
    types: [],
    skipLibCheck: true,
  },
};

it("TypeScript is formatted like prettier, and compiles with strict options", () => {
  fc.sample(anyEnvironment, { numRuns: 40, seed: 11 }).forEach((environment, index) => {
    write(environment, "typescript", String(index));
  });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/dbmon-iac"));
  for (const name of ["cdktn", "constructs"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: strictest }));
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect(
    run(join(root, "node_modules/prettier/bin/prettier.cjs"), "--check", ".", "!tsconfig.json"),
  ).toContain("All matched files use Prettier code style!");
  expect(run(join(root, "node_modules/typescript/bin/tsc"), "-p", ".")).toBe("");
});

describeWithTerraform("with terraform", () => {
  it("HCL is formatted like terraform fmt", () => {
    fc.sample(anyEnvironment, { numRuns: 80, seed: 11 }).forEach((environment, index) => {
      write(environment, "hcl", String(index));
    });
    const run = execFileSync("terraform", ["fmt", "-check", "-diff", "-recursive", folder], {
      env: { PATH: process.env.PATH, HOME: folder, CHECKPOINT_DISABLE: "1" },
      encoding: "utf8",
    });
    expect(run).toBe("");
  });
});
