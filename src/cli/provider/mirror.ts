/** Where the provider's file lies in a filesystem mirror, as Terraform and OpenTofu look for it. */
import { join } from "node:path";
import { version } from "../version";

/** The registries that Terraform and OpenTofu take a provider without a host to be in. */
const registries = ["registry.terraform.io", "registry.opentofu.org"];
export const providerSource = "dbmon/dbmon";

/** The file for each registry, for this machine. */
export function mirrorFiles(mirror: string): string[] {
  return registries.map((registry) =>
    join(mirror, registry, providerSource, version, platform(), `terraform-provider-dbmon_v${version}`),
  );
}

/** As Terraform names it: linux_amd64. */
function platform(): string {
  const systems: Readonly<Record<string, string>> = { win32: "windows" };
  const processors: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
  return `${systems[process.platform] ?? process.platform}_${processors[process.arch] ?? process.arch}`;
}
