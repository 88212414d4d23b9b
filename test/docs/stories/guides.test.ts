/**
 * Every guide is gone through as its reader does, with the real terraform, the real command and an emulator of its own.
 *
 * - A block of `terraform`, `ts`, `js`, `json` or `yaml` under `<!-- file: NAME -->` is written to that file of the folder where the reader
 *   is; of Terraform's language, it must be as `terraform fmt` writes it.
 * - A block of `sh` is run in the reader's terminal, and must succeed; under `<!-- exit: 2 -->` it must end with that. Under
 *   `<!-- other terminal -->` it is left running.
 * - A block of `text` right after holds lines that those commands print, in this order and among others; how wide a column is
 *   does not matter, and `...` stands for anything.
 * - No other blocks and no other comments. Port 8080 stands for a free one.
 *
 * A guide begins where the first section of another has brought the reader: those in Terraform's language of "Getting started", and
 * those to tests and to imports of "Getting started with constructs", which find the packages that it installs laid out in ~/alerts; the
 * one to YAML begins by itself.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describeWithTerraform } from "../../support/terraform";
import { layOutPackages } from "../../package/packed-project";
import { readGuide } from "../guide";
import { freePort, Reader } from "../reader";

const root = resolve(__dirname, "../../..");
const folder = join(root, "docs/guides");
const first = "getting-started.md";
const constructs = "../getting-started.md";
/** It has no blocks: what it says needs a registry. That both libraries synthesize the same, test/package shows. */
const migration = "cdktn.md";
/** It begins with nothing: its reader has no Terraform. */
const alone = "yaml.md";
/** Those that begin where the one to constructs has brought the reader. */
const ofConstructs = ["testing.md", "importing.md"];
const guides = [...readdirSync(folder).sort(), constructs];
const packages = ["cdktf-cli", "jest", "@swc/jest", "@swc/core", "@types/jest"];

function beginningOf(guide: string): string | undefined {
  if ([first, constructs, alone].includes(guide)) return undefined;
  return ofConstructs.includes(guide) ? constructs : first;
}

const text = (guide: string) => readFileSync(join(folder, guide), "utf8");

describeWithTerraform("the guides", () => {
  it.concurrent.each(guides.filter((guide) => guide !== migration))(
    "%s can be followed word by word",
    async (guide) => {
      const reader = new Reader(await freePort(), (home) => {
        if ([constructs, ...ofConstructs].includes(guide))
          layOutPackages(join(home, "alerts"), "cdktf", packages);
      });
      const read = (name: string) => readGuide(text(name).replaceAll("8080", reader.port));
      try {
        const beginning = beginningOf(guide);
        const before = beginning === undefined ? [] : read(beginning).slice(0, 2);
        for (const step of before.flatMap(({ steps }) => steps)) await reader.follow(beginning ?? "", step);
        const steps = read(guide).flatMap((section) => section.steps);
        expect(steps).not.toEqual([]);
        for (const step of steps) await reader.follow(guide, step);
      } finally {
        await reader.close();
      }
    },
    180_000,
  );

  it.each([...guides, "../constructs.md", "../definitions.md"])(
    "%s names only what there is, and links to what there is",
    (guide) => {
      const schemas = readFileSync(join(root, "schemas/provider.json"), "utf8");
      const scripts = readFileSync(join(root, "package.json"), "utf8");
      const names = text(guide).match(/\bdbmon_[a-z_]+/g) ?? [];
      expect(names.filter((name) => !schemas.includes(`"${name}"`))).toEqual([]);
      const commands = [...text(guide).matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
      expect(commands.filter((name) => !scripts.includes(`"${name}": `))).toEqual([]);
      const links = [...text(guide).matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, path = ""]) => path);
      expect(links.filter((path) => !existsSync(join(folder, dirname(guide), path)))).toEqual([]);
    },
  );
});
