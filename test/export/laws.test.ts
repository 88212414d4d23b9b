/** What holds for the code of every environment: read again it plans no change, and it is formatted. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { loadDefinitions } from "../../src/definitions";
import { isError } from "../../src/diagnostics";
import {
  authorshipOf,
  exportEnvironment,
  type Language,
  type LiveEnvironment,
  recordPath,
} from "../../src/export";
import { resolveReferences } from "../../src/reconcile";
import { describeWithTerraform } from "../support/terraform";
import { anyEnvironment } from "./arbitrary";
import { planFor } from "../support/plan-for";

const root = resolve(__dirname, "../..");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-export-laws-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** @returns the folder of its files */
function write(environment: LiveEnvironment, language: Language, name: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const { path, text } of exportEnvironment(environment, language).files)
    writeFileSync(join(place, path), text);
  return place;
}

it("a plan of the definitions finds every alert as it is", () => {
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
    { numRuns: 300 },
  );
});

it.each(["typescript", "yaml", "hcl"] as const)(
  "in %s an export is known again as one, and an edit of it as that",
  (language) => {
    fc.assert(
      fc.property(anyEnvironment, (environment) => {
        for (const { text, keeping } of exportEnvironment(environment, language).files) {
          if (keeping !== undefined) continue;
          expect(authorshipOf(text)).toBe("ours");
          expect(authorshipOf(`${text} `)).toBe("edited");
        }
      }),
      { numRuns: 50 },
    );
  },
);

it("an alert keeps its file and its identifier, whatever it is renamed to and whatever is added beside it", () => {
  const recordOf = (environment: LiveEnvironment, language: Language, record = "") =>
    exportEnvironment(environment, language, { record }).files.find(({ path }) => path === recordPath)
      ?.text ?? "";
  const lines = (record: string) => record.split("\n").filter((line) => /^[a-z]+ \d+ /.test(line));
  const idOf = (line: string) => line.split(" ")[1];
  fc.assert(
    fc.property(
      anyEnvironment,
      anyEnvironment,
      fc.constantFrom("typescript", "yaml", "hcl"),
      (before, after, language) => {
        const first = recordOf(before, language);
        const second = lines(recordOf(after, language, first));
        const ids = new Set(second.map(idOf));
        expect(second).toEqual(expect.arrayContaining(lines(first).filter((line) => ids.has(idOf(line)))));
        expect(recordOf(after, language, second.join("\n"))).toBe(recordOf(after, language, first));
      },
    ),
    { numRuns: 200 },
  );
});

it("what an export has recorded of another language stays in the record", () => {
  const environment = fc.sample(anyEnvironment, { numRuns: 1, seed: 3 })[0];
  if (environment === undefined) throw new Error("no environment");
  const once = (language: Language, record: string) =>
    exportEnvironment(environment, language, { record }).files.find(({ path }) => path === recordPath)
      ?.text ?? "";
  const both = once("hcl", once("yaml", ""));
  expect(both).toContain("\nyaml 1 ");
  expect(both).toContain("\nhcl 1 ");
  expect(once("hcl", `${both}\nno line of it\nhcl x y z\n`)).toBe(both);
});

it("the order in which the service lists things changes nothing", () => {
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

it("TypeScript is as prettier leaves it, and the strictest compiler takes it", () => {
  fc.sample(anyEnvironment, { numRuns: 80, seed: 11 }).forEach((environment, index) => {
    write(environment, "typescript", String(index));
  });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/dbmon-iac"));
  for (const name of ["cdktf", "constructs"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: strictest }));
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect(
    run(join(root, "node_modules/prettier/bin/prettier.cjs"), "--check", ".", "!tsconfig.json"),
  ).toContain("All matched files use Prettier code style!");
  expect(run(join(root, "node_modules/typescript/bin/tsc"), "-p", ".")).toBe("");
});

describeWithTerraform("with terraform", () => {
  it("HCL is as terraform fmt leaves it", () => {
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
