/** On which platforms this version has been tried (docs/status.md). */

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
