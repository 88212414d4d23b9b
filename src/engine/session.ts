/** The objects that all operations of one run on one environment share. */
import { type ServiceClient } from "../client";
import { type Problem, warningOf } from "../diagnostics";
import { type DesiredAlert } from "../reconcile";
import { formatRounded } from "../service";
import { EnvironmentCatalog } from "./live/environment-catalog";
import { LiveView } from "./live/live-view";
import { WriteJournal } from "./live/write-journal";
import { RunControl, type RunOptions } from "./run-control";

export interface EnvironmentSession {
  readonly client: ServiceClient;
  readonly run: RunControl;
  readonly journal: WriteJournal;
  readonly live: LiveView;
  readonly catalog: EnvironmentCatalog;
  /** The events that the run creates, by their content. */
  readonly events: Map<string, Promise<CreatedEvents>>;
  /**
   * The time in Unix milliseconds by which mutes and periods end: that of the service, if its last response proves that the clocks differ
   * by more than a minute. Waits and propagation windows use the clock of the run. Call it after a read.
   * @param use reports the first difference that matters to a period, or to a mute of these alerts
   */
  readonly serviceNow: (use?: "period" | readonly Pick<DesiredAlert, "mute">[]) => number;
}

/** Equal events that certainly exist. */
export interface CreatedEvents {
  readonly count: number;
  /** The uuids that the service returned. */
  readonly uuids: readonly string[];
}

export function openSession(client: ServiceClient, options: RunOptions = {}): EnvironmentSession {
  const run = new RunControl(options);
  const journal = new WriteJournal(run);
  return {
    client,
    run,
    journal,
    live: new LiveView(client, journal, run),
    catalog: new EnvironmentCatalog(client, run),
    events: new Map(),
    serviceNow: serviceTime(client, run),
  };
}

/** Clocks that are not synchronized often differ by seconds. */
const maxClockDifferenceMs = 60_000;

function serviceTime(client: ServiceClient, run: RunControl): EnvironmentSession["serviceNow"] {
  let isReported = false;
  return (use = []) => {
    const { clockOffsetMs: offset } = client;
    const now = run.clock.now();
    if (Math.abs(offset) <= maxClockDifferenceMs) return now;
    const matters = use === "period" || use.some(({ mute }) => mute !== undefined);
    if (!isReported && matters) {
      isReported = true;
      run.report({ type: "clocks-differ", problem: clockDifference(offset) });
    }
    return now + offset;
  };
}

function clockDifference(offsetMs: number): Problem {
  const direction = offsetMs > 0 ? "ahead of" : "behind";
  const what = `The clock of the service is ${formatRounded(Math.abs(offsetMs))} ${direction} the clock of this machine. Mutes and periods end by the clock of the service.`;
  return warningOf("clock-differs", what, {
    remedy:
      "Synchronize the clock of this machine, unless the service is an emulator whose clock was advanced.",
  });
}
