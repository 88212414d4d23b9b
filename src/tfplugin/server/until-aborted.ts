/** Waits for work, but no longer than until a signal aborts. The work itself continues. */
export async function untilAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  if (signal.aborted) return;
  let end: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => {
    end = resolve;
  });
  signal.addEventListener("abort", end, { once: true });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
