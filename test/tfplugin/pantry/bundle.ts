/** Bundles the example provider into one executable file. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { type ProviderBinary } from "../../support/terraform";

export interface Bundle extends ProviderBinary {
  readonly file: string;
  readonly remove: () => void;
}

export function bundlePantry(): Bundle {
  const folder = mkdtempSync(join(tmpdir(), "pantry-provider-"));
  const file = join(folder, "terraform-provider-pantry");
  buildSync({
    entryPoints: [join(__dirname, "main.ts")],
    outfile: file,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
  });
  chmodSync(file, 0o755);
  return {
    source: "example/pantry",
    folder,
    file,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
