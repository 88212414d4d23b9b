/** The platforms of the executables. */
import { executableFile, libcOf } from "../../src/platform";

/** The npm package with Bun for a platform, and the names of the platform in a release and in Node.js. */
interface Platform {
  readonly runtime: string;
  /** The platform in the names of archives, as in Terraform's registry. */
  readonly release: string;
  readonly os: "darwin" | "linux" | "win32";
  readonly cpu: "arm64" | "x64";
  readonly libc?: "glibc" | "musl";
}

const platforms = {
  "linux-x64": { runtime: "bun-linux-x64", release: "linux_amd64", os: "linux", cpu: "x64", libc: "glibc" },
  "linux-arm64": {
    runtime: "bun-linux-aarch64",
    release: "linux_arm64",
    os: "linux",
    cpu: "arm64",
    libc: "glibc",
  },
  "linux-x64-musl": {
    runtime: "bun-linux-x64-musl",
    release: "linux_amd64",
    os: "linux",
    cpu: "x64",
    libc: "musl",
  },
  "linux-arm64-musl": {
    runtime: "bun-linux-aarch64-musl",
    release: "linux_arm64",
    os: "linux",
    cpu: "arm64",
    libc: "musl",
  },
  "darwin-x64": { runtime: "bun-darwin-x64", release: "darwin_amd64", os: "darwin", cpu: "x64" },
  "darwin-arm64": { runtime: "bun-darwin-aarch64", release: "darwin_arm64", os: "darwin", cpu: "arm64" },
  "windows-x64": { runtime: "bun-windows-x64", release: "windows_amd64", os: "win32", cpu: "x64" },
} as const satisfies Readonly<Record<string, Platform>>;

export type Target = keyof typeof platforms;

const targets = Object.keys(platforms) as readonly Target[];

/** What a user can name. */
export const targetNames = [...targets, "all"].join(", ");

function isTarget(name: string): name is Target {
  return Object.hasOwn(platforms, name);
}

export function platformOf(target: Target): Platform {
  return platforms[target];
}

/** @returns undefined if Bun does not run on this machine */
export function targetOfThisMachine(): Target | undefined {
  const { platform, arch } = process;
  return targets.find((target) => {
    const { os, cpu, libc } = platformOf(target);
    return (
      os === platform &&
      cpu === arch &&
      (libc === undefined || libc === libcOf(process.platform, process.report.getReport()))
    );
  });
}

/** For example `dbmon-windows-x64.exe`. */
export function executableName(target: Target): string {
  return executableFile(`dbmon-${target}`, platformOf(target).os);
}

/**
 * @param names of targets, or `all`; none selects that of this machine
 * @throws Error that lists the targets if one is unknown
 */
export function selectTargets(names: readonly string[]): readonly Target[] {
  if (names.includes("all")) return targets;
  const own = targetOfThisMachine();
  if (names.length === 0 && own !== undefined) return [own];
  if (names.length === 0) {
    throw new Error(`Bun does not run on this machine. Name a target: ${targetNames}.`);
  }
  return names.map((name) => {
    if (isTarget(name)) return name;
    throw new Error(`Unknown target ${JSON.stringify(name)}. Available: ${targetNames}.`);
  });
}
