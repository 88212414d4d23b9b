/** Files and folders that the CI system provides. */
import { errorMessage, ProblemError } from "../../diagnostics";

/** @throws ProblemError if the work with the file fails */
export function withFileProblem<T>(file: string, work: (file: string) => T): T {
  try {
    return work(file);
  } catch (error) {
    throw ProblemError.of(
      `Cannot write the file: ${errorMessage(error)}.`,
      { where: { file }, remedy: "Check that the job can write it." },
      { cause: error },
    );
  }
}
