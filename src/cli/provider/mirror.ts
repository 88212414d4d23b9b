/** Paths of the provider in a filesystem mirror, for Terraform and OpenTofu. */
import { join } from "node:path";
import { executableFile, registryPlatform } from "../../platform";
import { version } from "../shared/distribution";

/** The registries that Terraform and OpenTofu search by default. */
const registries = ["registry.terraform.io", "registry.opentofu.org"];
export const providerSource = "dbmon/dbmon";

/** Returns one path per registry. */
export function mirrorFiles(mirror: string, platform: string): string[] {
  return registries.map((registry) => fileOf(mirror, registry, platform));
}

/** Returns one path per registry, for the archive of another platform. */
export function mirrorArchives(mirror: string, platform: string): string[] {
  return registries.map((registry) => join(mirror, registry, providerSource, archiveName(platform)));
}

const archivePrefix = `terraform-provider-dbmon_${version}_`;

/** The name of the archive in a release, and in a mirror. */
export function archiveName(platform: string): string {
  return `${archivePrefix}${platform}.zip`;
}

export function platformOfArchive(name: string): string | undefined {
  if (!name.startsWith(archivePrefix) || !name.endsWith(".zip")) return undefined;
  return name.slice(archivePrefix.length, -".zip".length);
}

function fileOf(mirror: string, registry: string, platform: string): string {
  const name = `terraform-provider-dbmon_v${version}`;
  const file = executableFile(name, platform.startsWith("windows_") ? "win32" : process.platform);
  return join(mirror, registry, providerSource, version, platform, file);
}

/** For example linux_amd64. */
export function thisPlatform(): string {
  return registryPlatform(process.platform, process.arch);
}

/** The CLI configuration with which Terraform and OpenTofu install the provider from the mirror. */
export function cliConfiguration(mirror: string): string {
  return [
    "provider_installation {",
    "  filesystem_mirror {",
    `    path    = ${JSON.stringify(mirror)}`,
    `    include = ["${providerSource}"]`,
    "  }",
    "  direct {",
    `    exclude = ["${providerSource}"]`,
    "  }",
    "}",
  ].join("\n");
}
