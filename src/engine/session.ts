/** The objects that all operations of one run on one environment share. */
import { type ServiceClient } from "../client";
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
  };
}
