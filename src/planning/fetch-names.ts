/** Names for the readers of a saved plan. */
import { type EnvironmentSession } from "../engine";
import { type DescribedPlan, kindsInChanges, namesInCatalog, type ObjectNames } from "../plan-document";

/**
 * Fetches the names of the objects that the plan refers to by id. Those in its file may be outdated, or wrong.
 * @throws ProblemError
 */
export async function fetchNames(
  session: EnvironmentSession,
  { changes, backtests }: DescribedPlan,
): Promise<ObjectNames> {
  const kinds = new Set(kindsInChanges(changes));
  if (backtests !== undefined) kinds.add("destinations");
  return namesInCatalog(await session.catalog.read(kinds));
}
