/** This distribution of the package: its version, the provider that it installs, and the programs that it starts. */
export { isExecutable, version, versionText } from "./version";
export {
  cliConfiguration,
  installProvider,
  providerSource,
  startProvider,
  thisPlatform,
} from "./install-provider";
export {
  commandWords,
  findOnPath,
  findTerraform,
  isOnPath,
  quoteForShell,
  quotePathForShell,
  rerunCommand,
  runProgram,
} from "./programs";
