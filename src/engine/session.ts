/** Everything that the operations of one run on one environment share. */
import { type ServiceClient } from "../client";
import { EnvironmentCatalog } from "./environment-catalog";
import { EventRegistry } from "./event-registry";
import { LiveView } from "./live-view";
import { NameRegistry, type WaitForPeers } from "./name-registry";
import { RunControl, type RunOptions } from "./run-control";
import { type Announcement, type PeerChannel, RunPeers } from "./run-peers";
import { WriteJournal } from "./write-journal";

export interface EnvironmentSession {
  readonly client: ServiceClient;
  readonly run: RunControl;
  readonly journal: WriteJournal;
  readonly live: LiveView;
  readonly catalog: EnvironmentCatalog;
  readonly names: NameRegistry;
  readonly peers: RunPeers;
  readonly events: EventRegistry;
}

export interface SessionOptions extends RunOptions {
  /** In a run that applies each alert separately: waits for the other alerts of the run. */
  readonly waitForPeers?: WaitForPeers;
  /** In a run of several processes: carries announcements between them. */
  readonly peerChannel?: PeerChannel | undefined;
}

export function openSession(client: ServiceClient, options: SessionOptions = {}): EnvironmentSession {
  const run = new RunControl(options);
  const journal = new WriteJournal(run);
  const live = new LiveView(client, journal, run);
  const peers = new RunPeers(options.peerChannel, (announcement) => {
    showWrite(live, announcement);
  });
  journal.onWrite(({ id, alert, writtenAt: at }) => {
    peers.announce(
      alert === undefined ? { type: "deleted", id, at } : { type: "named", id, name: alert.name, at },
    );
  });
  return {
    client,
    run,
    journal,
    live,
    catalog: new EnvironmentCatalog(client, run),
    names: new NameRegistry(options.waitForPeers, peers),
    peers,
    events: new EventRegistry(),
  };
}

/** Shows a write of another process, which lists may not show yet. */
function showWrite(live: LiveView, announcement: Announcement): void {
  if (announcement.type === "named") live.recordPeerName(announcement.id, announcement.name, announcement.at);
  if (announcement.type === "named-earlier")
    live.recordEarlierName(announcement.id, announcement.name, announcement.at);
  if (announcement.type === "deleted" || announcement.type === "deleted-earlier")
    live.hideDeleted(announcement.id, announcement.at);
}
