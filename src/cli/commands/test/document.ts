/** The JSON document of `dbmon test --json`. Its schema is schemas/test-results.schema.json. */
import * as z from "zod";
import { type AlertCoverage, type AlertTestResult, type MutationScore } from "../../../alert-tests";
import { type Problem } from "../../../diagnostics";
import { planSchemas } from "../../../plan-document";
import { type AlertDefinition } from "../../../reconcile";

export function testSchema() {
  const { place, problem } = planSchemas();
  const alerts = z.array(z.strictObject({ name: z.string(), where: place }));
  const failure = z.strictObject({
    what: z.string().describe("The first difference, as a sentence."),
    where: place,
    timeline: z
      .array(
        z.strictObject({
          expected: z.string().nullable(),
          actual: z.string().nullable(),
          same: z.boolean(),
        }),
      )
      .describe("Expected beside actual firings and resolutions, or one entry for a route."),
  });
  return z
    .strictObject({
      tests: z.array(
        z.strictObject({
          name: z.string(),
          where: place,
          status: z.enum(["passed", "failed"]),
          failures: z.array(failure),
        }),
      ),
      coverage: z
        .strictObject({
          alerts: z.int(),
          fired: z.int().describe("Number of alerts that a test makes fire."),
          percent: z.int().describe("`fired` in percent of `alerts`, rounded down."),
          unfired: alerts.describe("Alerts that no test makes fire."),
          unresolved: alerts.describe("Threshold alerts that fire, and whose resolution no test reaches."),
        })
        .optional()
        .describe("Missing with --filter, and without alerts."),
      mutants: z
        .strictObject({
          mutants: z.int().describe("Number of changes of alerts that change their behavior."),
          noticed: z.int().describe("Number of changes with which a test fails."),
          percent: z.int().describe("`noticed` in percent of `mutants`, rounded down."),
          unnoticed: z
            .array(
              z.strictObject({
                name: z.string(),
                where: place,
                change: z.string().describe("For example `trigger: 30 -> 33`."),
                sentence: z.string().describe("What the change changes, for which no test fails."),
              }),
            )
            .describe("The other changes."),
        })
        .optional()
        .describe("Only with --mutants."),
      problems: z.array(problem),
    })
    .meta({ id: "TestResults", description: "The results of tests of alerts." });
}

export type TestDocument = z.output<ReturnType<typeof testSchema>>;

export interface TestRun {
  readonly environment: string | undefined;
  readonly document: TestDocument;
}

/** The result of a test of alerts or of rules. */
export interface TestResult extends Pick<AlertTestResult, "failures"> {
  readonly test: Pick<AlertTestResult["test"], "name" | "place">;
}

interface TestShares {
  readonly coverage: AlertCoverage | undefined;
  readonly mutants: MutationScore | undefined;
}

export function writeTest(
  results: readonly TestResult[],
  { coverage, mutants }: TestShares,
  problems: readonly Problem[],
): TestDocument {
  return {
    tests: results.map(({ test: { name, place }, failures }) => ({
      name,
      where: place,
      status: failures.length === 0 ? ("passed" as const) : ("failed" as const),
      failures: failures.map(({ what, where, entries }) => ({
        what,
        where,
        timeline: entries.map(({ expected = null, actual = null, isSame }) => ({
          expected,
          actual,
          same: isSame,
        })),
      })),
    })),
    ...(coverage === undefined ? {} : { coverage: writeCoverage(coverage) }),
    ...(mutants === undefined ? {} : { mutants: writeMutants(mutants) }),
    problems: [...problems],
  };
}

function writeCoverage({ alerts, fired, unfired, unresolved }: AlertCoverage) {
  return {
    alerts,
    fired,
    percent: percentOf(fired, alerts),
    unfired: unfired.map(nameAndPlace),
    unresolved: unresolved.map(nameAndPlace),
  };
}

function writeMutants({ mutants, noticed, unnoticed }: MutationScore) {
  return {
    mutants,
    noticed,
    percent: percentOf(noticed, mutants),
    unnoticed: unnoticed.map(({ alert, ...change }) => ({ ...nameAndPlace(alert), ...change })),
  };
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 100);
}

function nameAndPlace({ name, place }: AlertDefinition) {
  return { name, where: place };
}
