/** Everything that the operations of one run on one environment share. */
import { type ServiceClient } from "../client";
import { EnvironmentCatalog } from "./environment-catalog";
import { EventRegistry } from "./event-registry";
import { LiveView } from "./live-view";
import { NameRegistry, type WaitForPeers } from "./name-registry";
import { RunControl, type RunOptions } from "./run-control";
import { WriteJournal } from "./write-journal";

export interface EnvironmentSession {
  readonly client: ServiceClient;
  readonly run: RunControl;
  readonly journal: WriteJournal;
  readonly live: LiveView;
  readonly catalog: EnvironmentCatalog;
  readonly names: NameRegistry;
  readonly events: EventRegistry;
}

export interface SessionOptions extends RunOptions {
  /** In a run that applies each alert separately: waits for the other alerts of the run. */
  readonly waitForPeers?: WaitForPeers;
}

export function openSession(client: ServiceClient, options: SessionOptions = {}): EnvironmentSession {
  const run = new RunControl(options);
  const journal = new WriteJournal(run);
  return {
    client,
    run,
    journal,
    live: new LiveView(client, journal, run),
    catalog: new EnvironmentCatalog(client, run),
    names: new NameRegistry(options.waitForPeers),
    events: new EventRegistry(),
  };
}
