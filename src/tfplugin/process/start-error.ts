/** Why a plugin process cannot start, in words for the one who reads its stderr. */
import { type Host } from "./host";

export class StartError extends Error {
  constructor(message: string, cause: unknown) {
    super(`${message} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "StartError";
  }
}

/** Runs the start; where it fails, says why on stderr and ends with exit code 1. */
export async function explainingStart(host: Host, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    host.writeError(`${error.message}\n`);
    host.exit(1);
  }
}
