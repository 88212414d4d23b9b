/** Adds the subject of a request to the problems that it reports. */
import { ProblemError } from "../diagnostics";

/** @throws ProblemError with the subject, if the problems that `work` throws have none */
export async function withSubject<T>(subject: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProblemError && subject !== undefined ? error.about(subject) : error;
  }
}
