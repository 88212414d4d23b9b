/** Paths of the provider in a filesystem mirror, for Terraform and OpenTofu. */
import { join } from "node:path";
import { version } from "../version";

/** Programs that run the provider, with the registry that each searches by default. */
const registries = { Terraform: "registry.terraform.io", OpenTofu: "registry.opentofu.org" } as const;
export type Engine = keyof typeof registries;
export const providerSource = "dbmon/dbmon";

/** Returns one path per engine, for this platform. */
export function mirrorFiles(mirror: string): string[] {
  return Object.values(registries).map((registry) => fileOf(mirror, registry));
}

/** Returns the path that the engine looks up, for this platform. */
export function mirrorFile(mirror: string, engine: Engine): string {
  return fileOf(mirror, registries[engine]);
}

function fileOf(mirror: string, registry: string): string {
  return join(mirror, registry, providerSource, version, platform(), `terraform-provider-dbmon_v${version}`);
}

/** For example linux_amd64. */
function platform(): string {
  const systems: Readonly<Record<string, string>> = { win32: "windows" };
  const processors: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
  return `${systems[process.platform] ?? process.platform}_${processors[process.arch] ?? process.arch}`;
}
