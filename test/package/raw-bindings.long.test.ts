/** `cdktf get` generates classes from the provider, for projects without the constructs of this package. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { layOutPackages } from "../support/packed-project";
import { describeWithTerraform } from "../support/terraform";

const execute = promisify(execFile);

const main = `
import { App, TerraformStack } from "cdktf";
import { Alert } from "./.gen/providers/dbmon/alert";
import { DbmonProvider } from "./.gen/providers/dbmon/provider";

const stack = new TerraformStack(new App(), "raw");
new DbmonProvider(stack, "dbmon");
new Alert(stack, "deploys", { name: "Deploy", policy: "Every time", event: { categories: ["code deployment"] } });
App.of(stack).synth();
`;

describeWithTerraform("raw bindings", () => {
  it("are generated without a network, type-checked and synthesized", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dbmon-get-test-"));
    try {
      layOutPackages(folder, "cdktf", ["cdktf-cli", "@cdktf"]);
      mkdirSync(join(folder, "home"));
      const modules = join(folder, "node_modules");
      const environment = {
        PATH: `${join(modules, ".bin")}:${process.env.PATH ?? ""}`,
        HOME: join(folder, "home"),
        TMPDIR: folder,
        TF_CLI_CONFIG_FILE: join(folder, "terraformrc"),
        CHECKPOINT_DISABLE: "1",
        DISABLE_VERSION_CHECK: "1",
        CI: "1",
      };
      const run = (program: string, ...args: string[]) =>
        execute(join(modules, ".bin", program), args, { cwd: folder, env: environment });
      const { stdout } = await run("dbmon", "provider", "install", join(folder, "mirror"));
      writeFileSync(join(folder, "terraformrc"), stdout);
      const settings = { language: "typescript", app: "npx tsx main.ts", sendCrashReports: "false" };
      const providers = { ...settings, terraformProviders: ["dbmon/dbmon@~> 0.1"] };
      writeFileSync(join(folder, "cdktf.json"), JSON.stringify(providers));
      await run("cdktf", "get");

      writeFileSync(join(folder, "main.ts"), main);
      const compilerOptions = {
        module: "nodenext",
        target: "es2022",
        strict: true,
        noEmit: true,
        skipLibCheck: true,
      };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
      await run("tsc", "-p", ".");
      await run("tsx", "main.ts");
      const text = readFileSync(join(folder, "cdktf.out/stacks/raw/cdk.tf.json"), "utf8");
      expect(JSON.parse(text)).toMatchObject({
        resource: { dbmon_alert: { deploys: { name: "Deploy", policy: "Every time" } } },
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
