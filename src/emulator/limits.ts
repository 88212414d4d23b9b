/** Limits that the specification does not state. docs/emulator.md lists them. */
export const limits = {
  bodyBytes: 1024 * 1024,
  /** Bytes of an oversize body that are read and discarded, so that the client can read the 413 response. */
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
  maxSamples: 1000,
  maxEvents: 20_000,
} as const;
