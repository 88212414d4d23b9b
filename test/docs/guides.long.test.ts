/**
 * Each guide is executed as written, with the real terraform, the built command and one emulator per guide.
 *
 * - A block of `terraform`, `hcl`, `ts`, `js`, `json` or `yaml` under `<!-- file: NAME -->` is written to that file in the current folder. Terraform
 *   code must be formatted as by `terraform fmt`.
 * - A block of `sh` runs in the guide's terminal and must exit with 0, or with N under `<!-- exit: N -->`. Under
 *   `<!-- other terminal -->` it keeps running, as does a line that ends with `&`.
 * - A block of `text` right after it holds lines that those commands print, in this order, possibly with other lines between them. Column
 *   widths are ignored, and `...` matches any text.
 * - No other blocks and no other comments are allowed. Port 8080 is replaced by a free port.
 *
 * `npm install` installs the packed package without a registry. A guide that links to docs/start.md is executed after its steps, or after
 * those of its section Install.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describeWithTerraform } from "../support/terraform";
import { readGuide, startSteps } from "./guide";
import { OfflineNpm } from "./offline-npm";
import { freePort, Reader } from "./reader";

const root = resolve(__dirname, "../..");
const folder = join(root, "docs/guides");
/**
 * The first has settings of editors, which test/definitions/schemas-by-file-name tests. The next two are files of CI systems;
 * test/cli/commands/pipeline runs their steps. The fourth needs Pulumi; test/provider/stories/repeated-requests sends the requests that
 * Pulumi sends. The last needs Terraform 1.14; query.long.test.ts executes it.
 */
const notExecuted = ["editors.md", "github-action.md", "gitlab.md", "pulumi.md", "query.md"];
const guides = readdirSync(folder).sort();

const text = (guide: string) => readFileSync(join(folder, guide), "utf8");

describeWithTerraform("the guides", () => {
  const npm = new OfflineNpm();
  afterAll(() => {
    npm.remove();
  });

  it.concurrent.each(["../tutorial.md", ...guides.filter((guide) => !notExecuted.includes(guide))])(
    "%s works as written",
    async (guide) => {
      const reader = new Reader(await freePort(), npm.programs);
      try {
        const steps = readGuide(text(guide).replaceAll("8080", reader.port));
        expect(steps).not.toEqual([]);
        for (const step of [...startSteps(text(guide), reader.port), ...steps])
          await reader.follow(guide, step);
      } finally {
        await reader.close();
      }
    },
    180_000,
  );

  it.each([...guides, "../constructs.md", "../definitions.md"])(
    "%s names only existing resources, scripts and files",
    (guide) => {
      const schemas = readFileSync(join(root, "schemas/provider.json"), "utf8");
      const scripts = readFileSync(join(root, "package.json"), "utf8");
      const names = text(guide).match(/\bdbmon_[a-z_]+/g) ?? [];
      // The schema that Terraform 1.11 prints has no actions.
      const isAction = (name: string) =>
        existsSync(join(root, "docs/actions", `${name.replace(/^dbmon_/, "")}.md`));
      expect(names.filter((name) => !schemas.includes(`"${name}"`) && !isAction(name))).toEqual([]);
      const commands = [...text(guide).matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
      expect(commands.filter((name) => !scripts.includes(`"${name}": `))).toEqual([]);
      const links = [...text(guide).matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, path = ""]) => path);
      expect(links.filter((path) => !existsSync(join(folder, dirname(guide), path)))).toEqual([]);
    },
  );
});
