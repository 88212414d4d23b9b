/** The machine and the versions that the results depend on. */
import { spawnSync } from "node:child_process";
import { cpus, totalmem } from "node:os";

export interface Machine {
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
  return {
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.version.slice(1),
    terraform: /Terraform v(\S+)/.exec(output.stdout)?.[1] ?? "none",
    date: new Date().toISOString().slice(0, 10),
  };
}
