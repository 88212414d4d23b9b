/** The machine and the versions that the results depend on. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { resolve } from "node:path";

export interface Machine {
  /** Version of the package. */
  readonly version: string;
  readonly cpu: string;
  readonly cores: number;
  /** GiB. */
  readonly memory: number;
  readonly node: string;
  readonly terraform: string;
  /** UTC date. */
  readonly date: string;
}

export function thisMachine(): Machine {
  const processors = cpus();
  const environment = { ...process.env, CHECKPOINT_DISABLE: "1" };
  const output = spawnSync("terraform", ["version"], { encoding: "utf8", env: environment });
  const manifest = JSON.parse(readFileSync(resolve(__dirname, "../package.json"), "utf8")) as {
    version: string;
  };
  return {
    version: manifest.version,
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.version.slice(1),
    terraform: /Terraform v(\S+)/.exec(output.stdout)?.[1] ?? "none",
    date: new Date().toISOString().slice(0, 10),
  };
}
