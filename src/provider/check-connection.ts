/**
 * Reports a refused token or an unreachable service once, when the provider is configured. Terraform skips all resources and data
 * sources of a provider that could not be configured. Later, each of them would report the same error (docs/decisions/0009-connection-check.md).
 */
import { type Connection, RunInterruptedError, UnauthorizedError, UnreachableError } from "../client";
import { type Diagnostics } from "../tfplugin";
import { diagnosticsOf } from "./diagnostics";
import { type ProviderSession } from "./session";
import { type TerraformArguments } from "./terraform-arguments";

/**
 * Whether the process probably needs the list of alerts, so that a check with this list costs no call. The process that applies a plan
 * without changes makes no call. With an agent token, the configuration may contain only events, which do not need the API token.
 */
export function canCheckConnection(
  { apiToken, agentToken }: Connection,
  { onlyReads }: TerraformArguments,
): boolean {
  return onlyReads && apiToken === agentToken;
}

/** Fetches the list of alerts, which the first request that needs it uses. Other failures may not affect all requests. */
export async function checkConnection({ live }: ProviderSession, diagnostics: Diagnostics): Promise<void> {
  try {
    await live.alerts();
  } catch (error) {
    const affectsAll =
      error instanceof UnauthorizedError ||
      error instanceof UnreachableError ||
      error instanceof RunInterruptedError;
    if (!affectsAll) return;
    for (const diagnostic of diagnosticsOf(error)) diagnostics.add(diagnostic);
  }
}
