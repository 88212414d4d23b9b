/** Reads files with values of metrics for back-tests, line by line. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { ClientClosedError } from "../../../client";
import { errorMessage, type Problem, ProblemError } from "../../../diagnostics";
import { isMetricLineProblem, MetricFileParser, metricsHeader, type NamedMetricValue } from "../../../impact";
import { type CliContext } from "../context";

/** A file in another format has a problem in each line. A few problems show this. */
const maxReported = 10;
/** Each used value needs about 100 bytes of memory. */
const maxUsedValues = 5_000_000;

/**
 * Passes the values of the metrics to `use`.
 * @returns the number of all values in the file
 * @throws ProblemError with the first malformed lines. ClientClosedError if the command is interrupted.
 */
export async function readMetricValues(
  { signal }: Pick<CliContext, "signal">,
  file: string,
  metrics: ReadonlySet<string>,
  use: (value: NamedMetricValue) => void,
): Promise<number> {
  const parser = new MetricFileParser();
  const problems: Problem[] = [];
  const input = createReadStream(file, { encoding: "utf8" });
  let count = 0;
  let used = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (signal.aborted) throw new ClientClosedError();
      const value = parser.add(line);
      if (value === undefined) continue;
      if (isMetricLineProblem(value)) problems.push(malformedLine(file, value.line, value.reason));
      else {
        count++;
        if (metrics.has(value.metric)) {
          if (++used > maxUsedValues) throw tooManyValues(file);
          use(value);
        }
      }
      if (problems.length === maxReported) break;
    }
  } catch (error) {
    if (error instanceof ProblemError || error instanceof ClientClosedError) throw error;
    throw ProblemError.of(`The metrics cannot be read: ${errorMessage(error)}.`, {
      where: { file },
      remedy: "Choose a file with values of metrics.",
    });
  } finally {
    input.destroy();
  }
  if (problems.length > 0) throw new ProblemError(problems);
  return count;
}

function malformedLine(file: string, line: number, reason: string): Problem {
  return {
    severity: "error",
    what: `The line is not the value of a metric: ${reason}.`,
    where: { file, line },
    remedy: `Use CSV with the header ${metricsHeader.join(",")}, or a JSON object with these keys in each line.`,
  };
}

function tooManyValues(file: string): ProblemError {
  return ProblemError.of(`The file has more than ${maxUsedValues} values of the tested metrics.`, {
    where: { file },
    remedy: "Use fewer values per hour, or a file for a shorter period.",
  });
}
