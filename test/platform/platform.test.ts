/** Each branch that depends on the platform, on each platform. */
import { spawnSync } from "node:child_process";
import { constants, mkdtempSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  canInterruptPrograms,
  describeUntested,
  executableFile,
  inSequence,
  interruptSignals,
  libcOf,
  linkFolder,
  maxSocketPathBytes,
  npmCall,
  pluginNetwork,
  quoteWord,
  readFlags,
  registryPlatform,
  scriptPlatforms,
  setVariables,
  variablesWithin,
  writeOutput,
} from "../../src/platform";

const posix = ["linux", "darwin"] as const;
const all = [...posix, "win32"] as const;

it.each([
  ["linux", "x64", "dbmon", "linux_amd64", true],
  ["darwin", "arm64", "dbmon", "darwin_arm64", true],
  ["win32", "x64", "dbmon.exe", "windows_amd64", false],
  ["freebsd", "ia32", "dbmon", "freebsd_386", false],
] as const)(
  "names executables and the registry's platform on %s %s",
  (platform, arch, file, name, runsScripts) => {
    expect(executableFile("dbmon", platform)).toBe(file);
    expect(registryPlatform(platform, arch)).toBe(name);
    expect(scriptPlatforms.includes(name)).toBe(runsScripts);
  },
);

it("knows which C library executables need on Linux", () => {
  const glibc = { header: { glibcVersionRuntime: "2.36" } };
  expect(libcOf("linux", glibc)).toBe("glibc");
  expect(libcOf("linux", { header: {} })).toBe("musl");
  for (const platform of ["darwin", "win32"] as const) expect(libcOf(platform, glibc)).toBeUndefined();
});

it("starts npm directly, and on Windows by a shell with quoted arguments", () => {
  const args = ["pack", "C:\\my folder", "--silent"];
  for (const platform of posix)
    expect(npmCall(args, platform)).toEqual({ program: "npm", args, shell: false });
  expect(npmCall(args, "win32")).toEqual({
    program: "npm",
    args: ["pack", '"C:\\my folder"', "--silent"],
    shell: true,
  });
});

it("opens files without waiting for pipes, and follows links only where that is intended", () => {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  for (const platform of posix) {
    expect(readFlags({ followsLinks: true }, platform)).toBe(O_RDONLY | O_NONBLOCK);
    expect(readFlags({ followsLinks: false }, platform)).toBe(O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  }
  for (const followsLinks of [true, false]) expect(readFlags({ followsLinks }, "win32")).toBe(O_RDONLY);
});

it("keeps the files of a program in a folder, with the variables of the platform", () => {
  const env = { PATH: "bin", SystemRoot: "C:\\Windows", HOME: "mine", DBMON_API_TOKEN: "secret" };
  for (const platform of posix)
    expect(variablesWithin("/tmp/a", env, platform)).toEqual({
      PATH: "bin",
      HOME: "/tmp/a",
      TMPDIR: "/tmp/a",
    });
  const folders = { USERPROFILE: "T", APPDATA: "T", TEMP: "T", TMP: "T" };
  expect(variablesWithin("T", env, "win32")).toEqual({ PATH: "bin", SystemRoot: "C:\\Windows", ...folders });
});

it("links a folder on each platform", () => {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-links-"));
  try {
    for (const platform of all) {
      linkFolder(folder, join(folder, platform), platform);
      expect(readlinkSync(join(folder, platform))).toBe(folder);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("listens to the signals of the platform, and knows whether a signal asks or ends", () => {
  expect(all.map(canInterruptPrograms)).toEqual([true, true, false]);
  for (const platform of posix) expect(interruptSignals(platform)).toEqual(["SIGINT", "SIGTERM", "SIGHUP"]);
  expect(interruptSignals("win32")).toEqual(["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"]);
});

it("serves Terraform on a socket that only this user can access, or on a port", () => {
  expect(all.map(pluginNetwork)).toEqual(["unix", "unix", "tcp"]);
  expect(all.map(maxSocketPathBytes)).toEqual([107, 103, 103]);
});

it.each(["plain", "my alerts", "it's", "a$b", "x;y", "a,b", "~/a", ""])("prints %j as one word", (word) => {
  for (const platform of posix) {
    const { stdout } = spawnSync("sh", ["-c", `printf %s ${quoteWord(word, platform)}`]);
    expect(stdout.toString()).toBe(word);
  }
  const quoted = quoteWord(word, "win32");
  expect(/^[\w./\\+=:-]+$/.test(word) ? quoted : quoted.slice(1, -1).replaceAll("''", "'")).toBe(word);
});

it("prints commands for the shell of the platform", () => {
  const values = { A: "http://127.0.0.1:8080", B: "~/x" };
  for (const platform of posix) {
    expect(setVariables(values, platform)).toBe("export A=http://127.0.0.1:8080 B=~/x");
    expect(inSequence(["a", "b"], platform)).toBe("a && b");
    expect(writeOutput("a", "~/b", platform)).toBe("a > ~/b");
  }
  expect(setVariables(values, "win32")).toBe('$env:A = "http://127.0.0.1:8080"; $env:B = "~/x"');
  expect(inSequence(["a", "b"], "win32")).toBe("a; b");
  expect(writeOutput("a", "~/b", "win32")).toBe("a | Set-Content -Encoding ascii ~/b");
});

it.each([
  ["linux", "x64", "only with its emulator: no real service"],
  ["linux", "arm64", "Linux arm64 only in an emulated processor"],
  ["darwin", "arm64", "never been run on macOS"],
  ["win32", "x64", "never been run on Windows"],
  ["freebsd", "x64", "never been run on freebsd"],
] as const)("says what has not been tried on %s %s", (platform, arch, text) => {
  expect(describeUntested(platform, arch)).toContain(text);
});
