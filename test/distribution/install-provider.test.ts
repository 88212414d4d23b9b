/** `dbmon provider install` creates a mirror from which Terraform and OpenTofu install the provider. */
import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { commandBench } from "../support/command";

const bench = commandBench();
const { version } = JSON.parse(readFileSync(resolve(__dirname, "../../package.json"), "utf8")) as {
  version: string;
};

it("provider install creates a filesystem mirror, and prints the CLI configuration for it", async () => {
  const run = await bench.dbmon(["provider", "install", "mirror"]);
  const mirror = join(bench.folder(), "mirror");
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("provider_installation {");
  expect(run.stdout).toContain(`path    = ${JSON.stringify(mirror)}`);
  expect(run.stdout).not.toContain("Installed");
  const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
  for (const registry of ["registry.terraform.io", "registry.opentofu.org"]) {
    const file = join(
      mirror,
      registry,
      "dbmon",
      "dbmon",
      version,
      platform,
      `terraform-provider-dbmon_v${version}`,
    );
    expect(statSync(file).mode & 0o111).toBe(0o111);
    // Without terraform, the provider prints a message: the copy is executable.
    const started = await promisify(execFile)(file, { env: { PATH: process.env.PATH } }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    expect(started.stdout + started.stderr).toContain('"dbmon" provider');
  }
  const again = await bench.dbmon(["provider", "install", "mirror"]);
  expect(again).toMatchObject({ code: 0, stdout: run.stdout });
});
