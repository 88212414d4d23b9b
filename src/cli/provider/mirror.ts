/** Paths of the provider in a filesystem mirror, for Terraform and OpenTofu. */
import { join } from "node:path";
import { version } from "../version";

/** Default registries of Terraform and OpenTofu. */
const registries = ["registry.terraform.io", "registry.opentofu.org"];
export const providerSource = "dbmon/dbmon";

/** Returns one path per registry, for this platform. */
export function mirrorFiles(mirror: string): string[] {
  return registries.map((registry) =>
    join(mirror, registry, providerSource, version, platform(), `terraform-provider-dbmon_v${version}`),
  );
}

/** For example linux_amd64. */
function platform(): string {
  const systems: Readonly<Record<string, string>> = { win32: "windows" };
  const processors: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
  return `${systems[process.platform] ?? process.platform}_${processors[process.arch] ?? process.arch}`;
}
