/** What one file of fault tests reports to scripts/reliability.ts. */
import * as z from "zod";

export const faultFigures = z.object({
  /** The test file, without its extension. */
  name: z.string(),
  schedules: z.int(),
  runs: z.int(),
  /** HTTP calls of all runs. */
  calls: z.int(),
  violations: z.int(),
  /** How many faults of each kind affected a call. */
  injected: z.record(z.string(), z.int()),
  seconds: z.int(),
});

export type FaultFigures = z.output<typeof faultFigures>;
