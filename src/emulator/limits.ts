/** Sizes that the specification does not show. docs/emulator.md states them. */
export const limits = {
  bodyBytes: 1024 * 1024,
  /** An oversize body is still read up to here, so that its sender gets to read the answer. */
  drainedBytes: 16 * 1024 * 1024,
  bodyDepth: 32,
  nameLength: 255,
  annotationsLength: 10_000,
  metricLength: 512,
  hostTypeLength: 64,
  categoryLength: 255,
  listLength: 1000,
} as const;
