/** The projects of the demo: one alert, and the commands that deploy it, show its drift and write the report. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { constructsOf, defaultCdkLibrary } from "../../../definitions";
import { ProblemError } from "../../../diagnostics";
import {
  cliConfiguration,
  findTerraform,
  installProvider,
  isExecutable,
  thisPlatform,
} from "../../../distribution";
import { createFolder, linkFolder, npmCall } from "../../../platform";
import { writeFile } from "../../framework/files";

export type DemoLanguage = "yaml" | "hcl" | "typescript";

/** A program and its arguments. `dbmon` is this command. */
export type DemoCommand = readonly [program: string, ...args: string[]];

export interface DemoProject {
  readonly file: string;
  readonly text: string;
  /** Run once, without output. */
  readonly prepare: readonly DemoCommand[];
  readonly deploy: readonly DemoCommand[];
  /** The last one shows the drift, and exits with 2. */
  readonly showDrift: readonly DemoCommand[];
  readonly writeReport: readonly DemoCommand[];
  /** Of all commands, besides those of the service. */
  readonly environment: Readonly<Record<string, string>>;
}

export const alertName = "Deploy: code went out";
export const reportFile = "report.html";

export function requireTools(language: DemoLanguage, env: NodeJS.ProcessEnv): void {
  if (language === "hcl") requireTerraform(env);
  if (language !== "typescript" || !isExecutable) return;
  throw ProblemError.of("package-failed", "An executable does not contain the library for TypeScript.", {
    remedy: "Run the demo of the npm package, or choose --language yaml or hcl.",
  });
}

export function createDemoProject(
  language: DemoLanguage,
  folder: string,
  env: NodeJS.ProcessEnv,
): DemoProject {
  const create = { yaml: yamlProject, hcl: hclProject, typescript: typescriptProject }[language];
  const project = create(folder, env);
  writeFile(join(folder, project.file), project.text);
  return project;
}

function yamlProject(): DemoProject {
  const file = "alerts.yaml";
  const text = `alerts:
  - name: "${alertName}"
    policy: Every time
    destinations: ["#db-alerts"]
    event: { categories: ["code deployment"] }
`;
  return { file, text, prepare: [], environment: {}, ...commandsFor(file) };
}

function commandsFor(source: string, synthesize: readonly DemoCommand[] = []) {
  return {
    deploy: [...synthesize, ["dbmon", "apply", source, "--yes"]],
    // drift would wait for the propagation window, a minute.
    showDrift: [["dbmon", "plan", source, "--detailed-exitcode"]],
    writeReport: [["dbmon", "plan", source, "--backtest", "--report", `html=${reportFile}`]],
  } as const;
}

function hclProject(folder: string, env: NodeJS.ProcessEnv): DemoProject {
  const terraform = requireTerraform(env);
  const mirror = join(folder, "mirror");
  installProvider(mirror, [thisPlatform()]);
  const settings = join(folder, "terraform.rc");
  writeFile(settings, `${cliConfiguration(mirror)}\n`);
  const text = `terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}

provider "dbmon" {} # reads DBMON_BASE_URL and DBMON_API_TOKEN

resource "dbmon_alert" "deploys" {
  name         = "${alertName}"
  policy       = "Every time"
  destinations = ["#db-alerts"]
  event        = { categories = ["code deployment"] }
}
`;
  const plan: DemoCommand = [terraform, "plan", "-detailed-exitcode", "-no-color", "-out=plan.out"];
  return {
    file: "main.tf",
    text,
    prepare: [[terraform, "init", "-input=false", "-no-color"]],
    deploy: [[terraform, "apply", "-auto-approve", "-no-color"]],
    showDrift: [plan],
    writeReport: [
      [terraform, "show", "-json", "plan.out"],
      ["dbmon", "plan", "plan.json", "--backtest", "--report", `html=${reportFile}`],
    ],
    environment: { TF_CLI_CONFIG_FILE: settings, CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1" },
  };
}

function requireTerraform(env: NodeJS.ProcessEnv): string {
  const program = findTerraform(env);
  if (program !== undefined) return program;
  throw ProblemError.of("package-failed", "The demo with HCL needs terraform or tofu on the PATH.", {
    remedy: "Install one of them, or run dbmon demo --language yaml.",
  });
}

/** By name, with the version of constructs that the library accepts. */
const packages = { cdktn: "cdktn@0.24", constructs: "constructs@~10.7", tsx: "tsx" };

function typescriptProject(folder: string): DemoProject {
  const modules = join(folder, "node_modules");
  createFolder(modules);
  const root = join(__dirname, "..", "..", "..", "..");
  const installed = Object.keys(packages).flatMap((name) => findPackage(name, root) ?? []);
  const isComplete = installed.length === Object.keys(packages).length;
  if (isComplete) {
    for (const { name, path } of [{ name: "dbmon-iac", path: root }, ...installed])
      linkFolder(path, join(modules, name), process.platform);
  }
  const text = `import { App, TerraformStack } from "${defaultCdkLibrary}";
import { Alert, AlertConfig, DbmonProvider, Destination } from "${constructsOf(defaultCdkLibrary)}";

const app = new App();
const stack = new TerraformStack(app, "alerts");
new DbmonProvider(stack, "dbmon"); // reads DBMON_BASE_URL and DBMON_API_TOKEN
new Alert(stack, "deploys", {
  name: "${alertName}",
  policy: "Every time",
  destinations: [Destination.fromName("#db-alerts")],
  config: AlertConfig.event({ categories: ["code deployment"] }),
});
app.synth();
`;
  // A link to this package would not find the packages in this folder.
  const options = ["--install-links", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
  const install = npmCall(["install", ...options, root, ...Object.values(packages)], process.platform);
  const synthesize: DemoCommand = ["node", join("node_modules", "tsx", "dist", "cli.mjs"), "main.ts"];
  return {
    file: "main.ts",
    text,
    prepare: isComplete ? [] : [[install.program, ...install.args]],
    environment: {},
    ...commandsFor("cdktf.out", [synthesize]),
  };
}

function findPackage(
  name: string,
  root: string,
): { readonly name: string; readonly path: string } | undefined {
  try {
    const manifest = createRequire(join(root, "package.json")).resolve(`${name}/package.json`);
    return { name, path: dirname(manifest) };
  } catch {
    return undefined;
  }
}
