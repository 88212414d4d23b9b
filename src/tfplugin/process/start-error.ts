/** A failure to start the plugin process. The user sees its message on stderr. */
import { type Host } from "./host";

export class StartError extends Error {
  constructor(message: string, cause: unknown) {
    super(`${message} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "StartError";
  }
}

/** Prints a StartError to stderr and exits with code 1. */
export async function reportStartErrors(host: Host, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    host.writeError(`${error.message}\n`);
    host.exit(1);
  }
}
