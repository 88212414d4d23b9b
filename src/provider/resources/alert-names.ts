/** Checks at plan that a new name is not held by an alert of an unknown kind, which could neither be adopted nor make room. */
import { type EnvironmentSession } from "../../engine";
import { nameHeldByStranger } from "../../reconcile";
import { type Diagnostic } from "../../tfplugin";
import { toDiagnostic } from "../diagnostics";

/**
 * An error for a name that is held so.
 * @param name undefined while it is unknown: it is checked at apply then
 * @throws ServiceError
 */
export async function checkNewName(
  environment: EnvironmentSession,
  name: string | undefined,
  before: string | undefined,
): Promise<Diagnostic[]> {
  if (name === undefined || name === before) return [];
  const holder = await environment.strangerNamed(name);
  return holder === undefined ? [] : [toDiagnostic(nameHeldByStranger(holder))];
}
