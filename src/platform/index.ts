/** What differs by platform (docs/platforms.md). Each function gets the platform, so that tests run each branch on each platform. */
export { generatedText, linkFolder, readFlags, variablesWithin } from "./files";
export { canInterruptPrograms, interruptSignals, maxSocketPathBytes, pluginNetwork } from "./processes";
export {
  executableFile,
  libcOf,
  npmCall,
  registryPlatform,
  releasedPlatforms,
  scriptPlatforms,
} from "./programs";
export { inSequence, quoteWord, setVariables, writeOutput } from "./shells";
export { describeUntested } from "./support";
