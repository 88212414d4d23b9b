/** Names of platforms and programs. */

/** The name of an executable's file. On Windows, the system runs only files that end with `.exe`. */
export function executableFile(name: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? `${name}.exe` : name;
}

/** The name of a platform in Terraform's registry and in a release, for example linux_amd64. */
export function registryPlatform(platform: NodeJS.Platform, arch: string): string {
  const systems: Readonly<Record<string, string>> = { win32: "windows" };
  const processors: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
  return `${systems[platform] ?? platform}_${processors[arch] ?? arch}`;
}

/** Platforms of the registry on which Terraform starts a script, such as the provider of the npm package. */
export const scriptPlatforms: readonly string[] = [
  "darwin_amd64",
  "darwin_arm64",
  "linux_amd64",
  "linux_arm64",
];

/** Platforms of the registry for which a release has executables. */
export const releasedPlatforms: readonly string[] = [...scriptPlatforms, "windows_amd64"];

/** @param report of `process.report.getReport()` @returns undefined where programs do not depend on it */
export function libcOf(platform: NodeJS.Platform, report: object): "glibc" | "musl" | undefined {
  if (platform !== "linux") return undefined;
  const { header = {} } = report as { readonly header?: object };
  return "glibcVersionRuntime" in header ? "glibc" : "musl";
}

/** Arguments of execFile and spawn. */
export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly shell: boolean;
}

/** A call of a script of npm. On Windows, it is a batch file, which only a shell starts, and the shell splits unquoted arguments. */
export function npmCall(
  program: "npm" | "npx",
  args: readonly string[],
  platform: NodeJS.Platform,
): ProgramCall {
  if (platform !== "win32") return { program, args, shell: false };
  return {
    program,
    args: args.map((text) => (/[\s"&|<>^()%]/.test(text) ? `"${text}"` : text)),
    shell: true,
  };
}
