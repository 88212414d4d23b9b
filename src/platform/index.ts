/** What differs by platform (docs/compatibility.md). Each function gets the platform, so that tests run each branch on each platform. */
import { constants, symlinkSync } from "node:fs";

export { createFolder } from "./create-folder";

/** Signals that end a command. SIGHUP is sent when the terminal closes, and SIGBREAK by Ctrl-Break of Windows. */
export function interruptSignals(platform: NodeJS.Platform): readonly NodeJS.Signals[] {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  return platform === "win32" ? [...signals, "SIGBREAK"] : signals;
}

/**
 * Whether a signal asks a program to end, so that it can clean up. On Windows, it ends at once: there, only Ctrl-C in its own console asks it.
 */
export function canInterruptPrograms(platform: NodeJS.Platform): boolean {
  return platform !== "win32";
}

/** How Terraform reaches the provider. Windows has no socket that only one user can access. */
export function pluginNetwork(platform: NodeJS.Platform): "unix" | "tcp" {
  return platform === "win32" ? "tcp" : "unix";
}

/** Node truncates a longer path silently. */
export function maxSocketPathBytes(platform: NodeJS.Platform): number {
  return platform === "linux" ? 107 : 103;
}

export interface ReadMode {
  /** Refuses a symbolic link. */
  readonly followsLinks: boolean;
}

/** Flags with which opening does not wait for the writer of a named pipe. Windows has neither flag, and neither pipes in folders. */
export function readFlags({ followsLinks }: ReadMode, platform: NodeJS.Platform): number {
  if (platform === "win32") return constants.O_RDONLY;
  return constants.O_RDONLY | constants.O_NONBLOCK | (followsLinks ? 0 : constants.O_NOFOLLOW);
}

/** Links a folder. On Windows, a junction needs no permission, and a symbolic link does. */
export function linkFolder(target: string, path: string, platform: NodeJS.Platform): void {
  symlinkSync(target, path, platform === "win32" ? "junction" : "dir");
}

/** Variables with which a program finds others on the PATH, and writes only below a folder. Programs of Windows need SystemRoot. */
export function variablesWithin(
  folder: string,
  { PATH, SystemRoot }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): NodeJS.ProcessEnv {
  if (platform !== "win32") return { PATH, HOME: folder, TMPDIR: folder };
  return { PATH, SystemRoot, USERPROFILE: folder, APPDATA: folder, TEMP: folder, TMP: folder };
}

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

/** A call of npm. On Windows, it is a batch file, which only a shell starts, and the shell splits unquoted arguments. */
export function npmCall(args: readonly string[], platform: NodeJS.Platform): ProgramCall {
  if (platform !== "win32") return { program: "npm", args, shell: false };
  return {
    program: "npm",
    args: args.map((text) => (/[\s"&|<>^()%]/.test(text) ? `"${text}"` : text)),
    shell: true,
  };
}

/** @param text without control characters */
export function quoteWord(text: string, platform: NodeJS.Platform): string {
  const isPlain = platform === "win32" ? /^[\w./\\+=:-]+$/ : /^[\w./@%+=:,-]+$/;
  if (isPlain.test(text)) return text;
  const escaped = platform === "win32" ? text.replaceAll("'", "''") : text.replaceAll("'", String.raw`'\''`);
  return `'${escaped}'`;
}

/** @param values by the name of the variable, already quoted */
export function setVariables(values: Readonly<Record<string, string>>, platform: NodeJS.Platform): string {
  const entries = Object.entries(values);
  if (platform === "win32") return entries.map(([name, value]) => `$env:${name} = "${value}"`).join("; ");
  return `export ${entries.map(([name, value]) => `${name}=${value}`).join(" ")}`;
}

/** Runs the second command if the first one succeeds. PowerShell 5 has no operator for this, and runs both. */
export function inSequence(commands: readonly string[], platform: NodeJS.Platform): string {
  return commands.join(platform === "win32" ? "; " : " && ");
}

/** Writes the output of a command to a file in UTF-8. Redirections of PowerShell 5 write UTF-16. */
export function writeOutput(command: string, file: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? `${command} | Set-Content -Encoding ascii ${file}` : `${command} > ${file}`;
}

const names: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: "macOS",
  linux: "Linux",
  win32: "Windows",
};

/** @returns a sentence on what has not been tried, which is something on each platform */
export function describeUntested(platform: NodeJS.Platform, arch: string): string {
  const name = names[platform] ?? platform;
  if (platform !== "linux")
    return `dbmon has never been run on ${name}. Only tests of single functions cover it.`;
  if (arch !== "x64")
    return `dbmon has been run on ${name} ${arch} only in an emulated processor, and without its tests.`;
  return `dbmon is tested on ${name} ${arch}, but only with its emulator: no real service has been tried.`;
}
