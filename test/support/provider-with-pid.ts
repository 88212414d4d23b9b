/** A provider behind a script that writes its process id to a file, so that a test can signal it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type ProviderBinary } from "./terraform-folder";
import { providerFolder } from "./programs";

/** In a folder of terraform, the provider that started last has its process id in this file. */
export const providerPidFile = "provider.pid";

export class ProviderWithPid implements ProviderBinary {
  readonly source = "dbmon/dbmon";
  readonly folder = mkdtempSync(join(tmpdir(), "dbmon-provider-"));

  /** @param built folder with the provider's executable */
  constructor(built = providerFolder) {
    const provider = resolve(built, "terraform-provider-dbmon");
    // Terraform passes its environment on, and TerraformFolder sets TMPDIR to its own folder. `exec` keeps the process id.
    const script = `#!/bin/sh\necho $$ > "$TMPDIR/${providerPidFile}"\nexec "${provider}" "$@"\n`;
    writeFileSync(join(this.folder, "terraform-provider-dbmon"), script, { mode: 0o755 });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
