/** Signals and sockets. */

/** Signals that end a command. SIGHUP is sent when the terminal closes, and SIGBREAK by Ctrl-Break of Windows. */
export function interruptSignals(platform: NodeJS.Platform): readonly NodeJS.Signals[] {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  return platform === "win32" ? [...signals, "SIGBREAK"] : signals;
}

/**
 * Whether a signal asks a program to end, so that it can clean up. On Windows, it ends at once: there, only Ctrl-C in its own console asks it.
 */
export function canInterruptPrograms(platform: NodeJS.Platform): boolean {
  return platform !== "win32";
}

/** How Terraform reaches the provider. Windows has no socket that only one user can access. */
export function pluginNetwork(platform: NodeJS.Platform): "unix" | "tcp" {
  return platform === "win32" ? "tcp" : "unix";
}

/** Node truncates a longer path silently. */
export function maxSocketPathBytes(platform: NodeJS.Platform): number {
  return platform === "linux" ? 107 : 103;
}
