/** Everything that the operations of one run on one environment share. */
import { type ServiceClient } from "../client";
import { Claims } from "./claims";
import { EnvironmentCatalog } from "./environment-catalog";
import { LiveView } from "./live-view";
import { OwnEvents } from "./own-events";
import { RunControl, type RunOptions } from "./run-control";
import { WriteJournal } from "./write-journal";

export interface EnvironmentSession {
  readonly client: ServiceClient;
  readonly run: RunControl;
  readonly journal: WriteJournal;
  readonly live: LiveView;
  readonly catalog: EnvironmentCatalog;
  readonly claims: Claims;
  readonly ownEvents: OwnEvents;
}

export function openSession(client: ServiceClient, options: RunOptions = {}): EnvironmentSession {
  const run = new RunControl(options);
  const journal = new WriteJournal(run);
  return {
    client,
    run,
    journal,
    live: new LiveView(client, journal, run),
    catalog: new EnvironmentCatalog(client, options.signal),
    claims: new Claims(),
    ownEvents: new OwnEvents(),
  };
}
