/** Tests of alerts: reads `*.test.yaml` files, simulates their timelines, and compares the firings with the expectations. */
export { type CatalogFile, checkCatalogReferences, namesInCatalogFile, readCatalog } from "./catalog";
export { type TestedDifference, type TestedObjects, writeDifferenceTest } from "./difference-test";
export { findTestFiles } from "./find-test-files";
export {
  type AlertTestFile,
  type AlertTestSources,
  type LoadedAlertTests,
  readAlertTests,
  resolveAlertTests,
  type RuleTest,
} from "./load-tests";
export { findMutants, type MutationScore } from "./mutants";
export { type AlertCoverage, type AlertTestResult, findAlertCoverage, runAlertTest } from "./run-test";
export { normalizeTime } from "./parse-test-file";
export { testFileSchema, type TestFileContentInput } from "./schema";
export { type NamedFiring, simulateDefinitions, type SimulatedTimeline } from "./simulate-definitions";
