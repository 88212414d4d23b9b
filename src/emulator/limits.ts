/** Sizes that the specification does not show. docs/emulator.md states them. */
export const limits = {
  bodyBytes: 1024 * 1024,
  /** An oversize body is still read up to here, so that its sender gets to read the answer. */
  drainedBytes: 16 * 1024 * 1024,
  controlBodyBytes: 64 * 1024 * 1024,
  bodyDepth: 32,
  nameLength: 255,
  annotationsLength: 10_000,
  metricLength: 512,
  hostTypeLength: 64,
  categoryLength: 255,
  listLength: 1000,
  eventTypeLength: 255,
  messageLength: 10_000,
  /** Items of the query parameter `tags`. */
  tagItems: 100,
  defaultSamples: 100,
  maximumSamples: 1000,
  maximumEvents: 20_000,
} as const;
