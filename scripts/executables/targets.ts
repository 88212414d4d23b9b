/** The platforms of the executables. */

/** The npm package with Bun for a platform, and what Terraform and Node.js call the platform. */
interface Platform {
  readonly runtime: string;
  /** The platform in the names of Terraform's registry. The registry has no name for musl. */
  readonly terraform?: string;
  readonly os: "darwin" | "linux" | "win32";
  readonly cpu: "arm64" | "x64";
  readonly libc?: "glibc" | "musl";
}

const platforms = {
  "linux-x64": { runtime: "bun-linux-x64", terraform: "linux_amd64", os: "linux", cpu: "x64", libc: "glibc" },
  "linux-arm64": {
    runtime: "bun-linux-aarch64",
    terraform: "linux_arm64",
    os: "linux",
    cpu: "arm64",
    libc: "glibc",
  },
  "linux-x64-musl": { runtime: "bun-linux-x64-musl", os: "linux", cpu: "x64", libc: "musl" },
  "linux-arm64-musl": { runtime: "bun-linux-aarch64-musl", os: "linux", cpu: "arm64", libc: "musl" },
  "darwin-x64": { runtime: "bun-darwin-x64", terraform: "darwin_amd64", os: "darwin", cpu: "x64" },
  "darwin-arm64": { runtime: "bun-darwin-aarch64", terraform: "darwin_arm64", os: "darwin", cpu: "arm64" },
  "windows-x64": { runtime: "bun-windows-x64", terraform: "windows_amd64", os: "win32", cpu: "x64" },
} as const satisfies Readonly<Record<string, Platform>>;

export type Target = keyof typeof platforms;

export const targets = Object.keys(platforms) as readonly Target[];

export function isTarget(name: string): name is Target {
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
    return os === platform && cpu === arch && (libc === undefined || libc === libcOfThisMachine());
  });
}

function libcOfThisMachine(): "glibc" | "musl" {
  const report = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
  return report.header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}

/** For example `dbmon-windows-x64.exe`. */
export function executableName(target: Target): string {
  return `dbmon-${target}${platformOf(target).os === "win32" ? ".exe" : ""}`;
}
