/** The constructs for cdktn and for cdktf: in a project with each library alone, and in one with both. */
import { spawnSync } from "node:child_process";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { compilerOptions, PackedProject } from "../support/packed-project";
import { describeWithTerraform } from "../support/terraform";

const entryPoints = { cdktn: "dbmon-iac/cdktn", cdktf: "dbmon-iac" } as const;
type Library = keyof typeof entryPoints;
const libraries: readonly Library[] = ["cdktn", "cdktf"];
const otherOf = (library: Library): Library => (library === "cdktn" ? "cdktf" : "cdktn");

let project: PackedProject;
beforeAll(() => {
  project = new PackedProject("cdktf", ["cdktn", "@types/jest"]);
});
afterAll(() => {
  project.remove();
});

/** An app of the library with one alert. `body` comes before the synthesis. */
function appOf(library: Library, body = "", entryPoint = entryPoints[library]): string {
  return `import { App, Aspects, TerraformIterator, TerraformStack } from "${library}";
import * as dbmon from "${entryPoint}";
import * as otherLibrary from "${otherOf(library)}";
import * as other from "${entryPoints[otherOf(library)]}";
const app = new App();
const stack = new TerraformStack(app, "alerts");
new dbmon.DbmonProvider(stack, "dbmon");
const config = dbmon.AlertConfig.event({ categories: ["code deployment"] });
new dbmon.Alert(stack, "deploys", { name: "Deploys", policy: 1, destinations: ["#db-alerts"], config });
${body}
app.synth();
`;
}

interface Stack {
  readonly "//": { readonly metadata: { readonly version: string } };
  readonly terraform: { readonly backend?: object };
  readonly resource: { readonly dbmon_alert: Readonly<Record<string, object>> };
}

function synthesize(text: string): Stack {
  project.write("main.ts", text);
  project.run("tsx/dist/cli.mjs", "main.ts");
  return JSON.parse(project.read("cdktf.out/stacks/alerts/cdk.tf.json")) as Stack;
}

/** The message of an app that fails, without the source line that Node.js prints before it. */
function failureOf(text: string): string {
  project.write("main.ts", text);
  const tsx = join(project.folder, "node_modules/tsx/dist/cli.mjs");
  const options = { cwd: project.folder, env: { PATH: process.env.PATH, TMPDIR: project.folder } } as const;
  const { status, stderr } = spawnSync(process.execPath, [tsx, "main.ts"], { ...options, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).not.toMatch(/^\s+at /m);
  return /^\[(Error: .*)\]$/m.exec(stderr)?.[1] ?? stderr;
}

it("synthesizes the same alerts with each library in one project", () => {
  const [ours, theirs] = libraries.map((library) => synthesize(appOf(library)));
  expect(ours?.["//"].metadata.version).toMatch(/^0\.24\./);
  expect(theirs?.["//"].metadata.version).toMatch(/^0\.21\./);
  expect(ours?.resource).toEqual(theirs?.resource);
});

describeWithTerraform("the stacks of one repository", () => {
  let terraform: DbmonTerraform;
  beforeAll(async () => (terraform = await DbmonTerraform.start()));
  afterAll(() => terraform.stop());

  it.each(libraries)(
    "deploy with %s, and the stack of the other library changes nothing",
    async (library) => {
      // Without its backend, whose state is in the project, a stack needs no initialization.
      const configure = (stack: Stack) => {
        terraform.folder.write(
          "cdk.tf.json",
          JSON.stringify({ ...stack, terraform: { ...stack.terraform, backend: undefined } }),
        );
      };
      configure(synthesize(appOf(library)));
      await terraform.apply();
      expect((await terraform.alerts()).filter(({ name }) => name === "Deploys")).toHaveLength(1);
      configure(synthesize(appOf(otherOf(library))));
      expect(await terraform.plan()).toMatchObject({ code: 0 });
      await terraform.apply("-destroy");
    },
  );
});

describe.each(libraries)("in an app of %s", (library) => {
  const other = otherOf(library);

  it("each construct of the wrong entry point names the right import", () => {
    const body = `
import { Construct } from "constructs";
const attempts: [string, (id: string) => unknown][] = [
  ["Alert.fromName", (id) => other.Alert.fromName(stack, id)],
  ["QueryDigest.matching", (id) => other.QueryDigest.matching(stack, id, { filter: "orders" })],
];
for (const [name, value] of Object.entries(other))
  if (typeof value === "function" && value.prototype instanceof Construct)
    attempts.push([name, (id) => Reflect.construct(value, [stack, id, {}])]);
for (const [name, attempt] of attempts) {
  try {
    attempt(name);
    console.log(name, "is not checked");
  } catch (error) {
    console.log(name, (error as Error).stack);
  }
}`;
    project.write("main.ts", appOf(library, body));
    const output = project.run("tsx/dist/cli.mjs", "main.ts").replaceAll(/(?<=main\.ts:)\d+/g, "LINE");
    const printed = output.trim().split("\n");
    const message = `Error: The app uses ${library}, and this construct in "alerts" (main.ts:LINE) uses ${other}. Import it from "${entryPoints[library]}".`;
    const names = ["Alert", "DbmonProvider", "DeploymentMarker", "Propagation", "RemovedAlert"];
    expect(printed.sort()).toEqual(
      [...names, "Alert.fromName", "QueryDigest.matching"].map((name) => `${name} ${message}`).sort(),
    );
  });

  it.each([
    ["a stack", 'new otherLibrary.TerraformStack(app, "more");', (path: string) => `"more" uses ${path}`],
    [
      "an element",
      'new otherLibrary.TerraformOutput(stack, "out", { value: 1 });',
      (path: string) => `"alerts/out" uses ${path}`,
    ],
    [
      "aspects",
      "otherLibrary.Aspects.of(stack).add(new dbmon.DisableAll());",
      (path: string) => `the aspects of "alerts" use ${path}`,
    ],
  ])("%s of the other library is one sentence", (_, body, subject) => {
    const name = body.includes("Aspects") ? "Aspects" : "it";
    expect(failureOf(appOf(library, body))).toBe(
      `Error: The app uses ${library}, and ${subject(other)}. Import ${name} from "${library}".`,
    );
  });

  it("values, defaults, aspects and lazy tokens of the other one make the same stack", () => {
    const define = (values: string, tokens: string) =>
      synthesize(
        appOf(
          library,
          `${values}.AlertDefaults.of(stack).set({ policy: 2, destinations: [${values}.Destination.fromName("#db-alerts")] });
Aspects.of(stack).add(new ${values}.NamePrefix("team: "));
Aspects.of(stack).add(new ${values}.DisableAll());
const threshold = { alertLevel: "crit", metric: ${values}.Metric.of("os.cpu.user_us"), trigger: 9, reset: 7 } as const;
new dbmon.Alert(stack, "cpu", {
  name: "CPU",
  annotations: ${tokens}.Lazy.stringValue({ produce: () => "lazy" }),
  config: ${values}.AlertConfig.threshold({ ...threshold, hosts: [${values}.Host.fromName("db1")], duration: ${values}.AlertDuration.minutes(5) }),
});`.replace("dbmon.Lazy", "Lazy"),
        ).replace("import { App,", "import { App, Lazy,"),
      ).resource;
    expect(define("other", "otherLibrary")).toEqual(define("dbmon", "dbmon"));
  });
});

it("an iterator of cdktn in an app of cdktf is one sentence, and one of cdktf in an app of cdktn works", () => {
  const body = (iterators: string) => `const each = ${iterators}.fromList(["orders", "billing"]);
new dbmon.Alert(stack, "each", { name: each.value, policy: 1, forEach: each, config });`;
  expect(failureOf(appOf("cdktf", body("otherLibrary.TerraformIterator")))).toBe(
    'Error: The app uses cdktf, and a function or an iterator in it uses cdktn. Import it from "cdktf".',
  );
  const [own, mixed] = ["TerraformIterator", "otherLibrary.TerraformIterator"].map(
    (iterators) => synthesize(appOf("cdktn", body(iterators))).resource,
  );
  expect(mixed).toEqual(own);
});

for (const library of libraries)
  describeWithTerraform(`in a project with ${library} alone`, () => {
    const other = otherOf(library);
    const modules = () => join(project.folder, "node_modules");
    beforeAll(() => {
      renameSync(join(modules(), other), join(project.folder, other));
    });
    afterAll(() => {
      renameSync(join(project.folder, other), join(modules(), other));
    });

    it("the types of the constructs and of dbmon-iac/testing resolve, and a test deploys", () => {
      project.write(
        "deploy.ts",
        `import { App, TerraformStack } from "${library}";
import { Alert, AlertConfig, DbmonProvider } from "${entryPoints[library]}";
import { definedAlerts, EmulatedEnvironment, simulate } from "dbmon-iac/testing";
const stack = new TerraformStack(new App(), "alerts");
new DbmonProvider(stack, "dbmon");
const config = AlertConfig.event({ categories: ["code deployment"] });
new Alert(stack, "deploys", { name: "Deploys", policy: 1, destinations: ["#db-alerts"], config });
async function main(): Promise<void> {
  const environment = await EmulatedEnvironment.start();
  try {
    await environment.deploy(stack);
    const { create } = await environment.plan(stack);
    const live = (await environment.alerts()).filter(({ name }) => name === "Deploys");
    console.log(JSON.stringify([definedAlerts(stack).length, simulate(stack, {}).alerts, live.length, create]));
  } finally {
    await environment.stop();
  }
}
void main();
`,
      );
      // The declarations of the libraries have errors of their own.
      const strict = { ...compilerOptions, skipLibCheck: false, types: ["node", "jest"] };
      project.write("tsconfig.json", JSON.stringify({ compilerOptions: strict, files: ["deploy.ts"] }));
      const tsc = join(modules(), "typescript/bin/tsc");
      const { stdout } = spawnSync(process.execPath, [tsc, "-p", "."], {
        cwd: project.folder,
        encoding: "utf8",
      });
      expect(
        stdout.split("\n").filter((line) => /^(?:deploy\.ts|node_modules\/dbmon-iac)/.test(line)),
      ).toEqual([]);
      expect(JSON.parse(project.run("tsx/dist/cli.mjs", "deploy.ts"))).toEqual([1, ["Deploys"], 1, []]);
    });

    it("the other entry point names the right import", () => {
      const text = `import { App } from "${library}";\nimport { Alert } from "${entryPoints[other]}";\nconsole.log(App, Alert);\n`;
      expect(failureOf(text)).toBe(
        `Error: The import of "${entryPoints[other]}" needs the package ${other}, which is not installed. Install ${other}, or import from "${entryPoints[library]}" with ${library}.`,
      );
    });
  });
