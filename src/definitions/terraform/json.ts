/** Recognizes the output of `terraform show -json`. */
import { closeSync, openSync, readSync, statSync } from "node:fs";

const startLength = 200;

export const showRemedy = "Run `terraform show -json plan.out > plan.json`, and name plan.json.";

/** Whether a text is a plan or state of Terraform in JSON. Reads only its start, where Terraform writes the version of the format. */
export function isTerraformJson(text: string): boolean {
  return /^\s*\{\s*"format_version"\s*:/.test(text.slice(0, startLength));
}

/** Whether a path is a file with the output of `terraform show -json`. False for a file that cannot be read. */
export function isTerraformFile(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    const file = openSync(path, "r");
    try {
      const start = Buffer.alloc(startLength);
      return isTerraformJson(start.toString("latin1", 0, readSync(file, start)));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
