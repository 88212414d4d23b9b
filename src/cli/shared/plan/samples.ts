/** Reads files of metric values for back-tests, line by line. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { ClientClosedError } from "../../../client";
import { errorMessage, type Problem, ProblemError } from "../../../diagnostics";
import { isSampleProblem, type Sample, SampleParser, samplesHeader } from "../../../impact";
import { type CliContext } from "../context";

/** A file in another format has a problem in each line. A few problems show this. */
const maxReported = 10;
/** Each used value needs about 100 bytes of memory. */
const maxUsedSamples = 5_000_000;

/**
 * Passes the values of the metrics to `use`.
 * @throws ProblemError with the first malformed lines. ClientClosedError if the command is interrupted.
 */
export async function readSamples(
  { signal }: Pick<CliContext, "signal">,
  file: string,
  metrics: ReadonlySet<string>,
  use: (sample: Sample) => void,
): Promise<void> {
  const parser = new SampleParser();
  const problems: Problem[] = [];
  const input = createReadStream(file, { encoding: "utf8" });
  let used = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (signal.aborted) throw new ClientClosedError();
      const sample = parser.add(line);
      if (sample === undefined) continue;
      if (isSampleProblem(sample)) problems.push(malformedLine(file, sample.line, sample.reason));
      else if (metrics.has(sample.metric)) {
        if (++used > maxUsedSamples) throw tooManySamples(file);
        use(sample);
      }
      if (problems.length === maxReported) break;
    }
  } catch (error) {
    if (error instanceof ProblemError || error instanceof ClientClosedError) throw error;
    throw ProblemError.of(`The samples cannot be read: ${errorMessage(error)}.`, {
      where: { file },
      remedy: "Choose a file with metric values.",
    });
  } finally {
    input.destroy();
  }
  if (problems.length > 0) throw new ProblemError(problems);
}

function malformedLine(file: string, line: number, reason: string): Problem {
  return {
    severity: "error",
    what: `The line is not a sample: ${reason}.`,
    where: { file, line },
    remedy: `Use CSV with the header ${samplesHeader.join(",")}, or a JSON object with these keys in each line.`,
  };
}

function tooManySamples(file: string): ProblemError {
  return ProblemError.of(`The file has more than ${maxUsedSamples} values of the tested metrics.`, {
    where: { file },
    remedy: "Use fewer samples per hour, or a file for a shorter period.",
  });
}
