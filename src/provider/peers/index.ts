/**
 * The provider processes of one Terraform run and one environment. Terraform starts one for each provider block. They exchange
 * announcements through files in a private folder (docs/decisions/0017-provider-blocks.md). If that fails, each process is alone.
 *
 * The name of a file contains the Terraform process, a key of the environment, and the provider process: "TERRAFORM.KEY.PROVIDER". The file
 * of an ended process stays until the last process of the run ends, because alerts may have got names that lists do not show yet.
 */
import { createHmac } from "node:crypto";
import { readdirSync, rmdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { type Connection } from "../../client";
import { type Announcement, type PeerChannel, type PeerListener } from "../../engine";
import { type ActivityCounts, noActivity, type PeerActivity, sumOf } from "../request-activity";
import { OwnFile, PeerFile } from "./announcement-file";
import { openPrivateFolder } from "./private-folder";
import { identityPattern, isRunning, processIdentity } from "./process-identity";

const maxPeers = 32;
/** Without start times of processes, a file of an earlier run can have the ids of running processes. */
const maxFileAgeMs = 60 * 60_000;

const fileName = new RegExp(`^(${identityPattern})\\.([0-9a-f]{16})\\.(${identityPattern})$`);

interface Peer {
  readonly process: string;
  readonly file: PeerFile;
  hasEnded: boolean;
}

/** @returns undefined if Terraform did not start this process, or if it cannot exchange files */
export function openPeers(
  connection: Connection,
  environment: Readonly<Record<string, string | undefined>>,
): ProviderPeers | undefined {
  if (environment["TF_PLUGIN_MAGIC_COOKIE"] === undefined) return undefined;
  const terraform = processIdentity(process.ppid);
  const self = processIdentity(process.pid);
  if (terraform === undefined || self === undefined) return undefined;
  return orUndefined(() => {
    const folder = openPrivateFolder();
    removeOldFiles(folder);
    const peers = new ProviderPeers(folder, `${terraform}.${environmentKey(connection)}.`, self);
    process.once("exit", () => {
      peers.close();
    });
    return peers;
  });
}

/** The token is the key of the hash, so that the name of the file does not reveal it. */
function environmentKey({ baseUrl, apiToken }: Connection): string {
  return createHmac("sha256", apiToken.reveal()).update(baseUrl.href).digest("hex").slice(0, 16);
}

/** Removes files of processes that were killed. */
function removeOldFiles(folder: string): void {
  for (const entry of readdirSync(folder)) {
    const [, terraform, , self] = fileName.exec(entry) ?? [];
    if (terraform === undefined || self === undefined || isRunning(self)) continue;
    const path = join(folder, entry);
    const isOld = () => Date.now() - statSync(path).mtimeMs > maxFileAgeMs;
    if (!isRunning(terraform) || orUndefined(isOld) === true) remove(path);
  }
}

export class ProviderPeers implements PeerChannel, PeerActivity {
  readonly #peers = new Map<string, Peer>();
  /** Undefined after a failure. */
  #own: OwnFile | undefined;

  /**
   * @param prefix of the names of the files of this run and environment
   * @param self identity of this process
   * @throws NodeJS.ErrnoException
   */
  constructor(
    private readonly folder: string,
    private readonly prefix: string,
    private readonly self: string,
  ) {
    const path = join(folder, prefix + self);
    // Terraform may configure a process again.
    remove(path);
    this.#own = new OwnFile(path);
  }

  announce(announcement: Announcement): void {
    this.#write((file) => {
      file.add(announcement);
    });
  }

  publish(counts: ActivityCounts): void {
    this.#write((file) => {
      file.setCounts(counts);
    });
  }

  receive({ onAnnouncement, onEnd }: PeerListener): void {
    this.#findPeers();
    for (const [name, peer] of this.#peers) {
      if (peer.hasEnded) continue;
      // Before the file is read, so that nothing that the process announced is missing.
      const hasEnded = !isRunning(peer.process);
      for (const announcement of orUndefined(() => peer.file.read()) ?? [])
        onAnnouncement(name, announcement);
      if (!hasEnded) continue;
      peer.hasEnded = true;
      peer.file.close();
      onEnd(name);
    }
  }

  counts(): ActivityCounts {
    this.#findPeers();
    const running = [...this.#peers.values()].filter((peer) => !peer.hasEnded && isRunning(peer.process));
    return running
      .map(({ file }) => orUndefined(() => file.counts()) ?? noActivity)
      .reduce(sumOf, noActivity);
  }

  /** Removes the file of this process, and after the last process of the run, all files of the run. */
  close(): void {
    const [terraform = ""] = this.prefix.split(".");
    const files = (orUndefined(() => readdirSync(this.folder)) ?? []).filter((entry) =>
      entry.startsWith(`${terraform}.`),
    );
    const own = this.prefix + this.self;
    const isLast = files.every((entry) => entry === own || !isRunning(entry.split(".")[2] ?? ""));
    if (!isLast) return;
    for (const entry of files) remove(join(this.folder, entry));
    // Fails if another run has files in the folder.
    orUndefined(() => {
      rmdirSync(this.folder);
    });
  }

  #findPeers(): void {
    const entries = this.#own === undefined ? [] : (orUndefined(() => readdirSync(this.folder)) ?? []);
    for (const entry of entries) {
      const isPeer = entry.startsWith(this.prefix) && entry !== this.prefix + this.self;
      if (!isPeer || this.#peers.has(entry) || this.#peers.size >= maxPeers) continue;
      const [, , , self] = fileName.exec(entry) ?? [];
      const file = self === undefined ? undefined : orUndefined(() => new PeerFile(join(this.folder, entry)));
      if (self === undefined || file === undefined) continue;
      this.#peers.set(entry, { process: self, file, hasEnded: false });
    }
  }

  #write(work: (file: OwnFile) => void): void {
    const file = this.#own;
    if (file === undefined) return;
    try {
      work(file);
    } catch {
      this.#own = undefined;
    }
  }
}

function remove(file: string): void {
  orUndefined(() => {
    unlinkSync(file);
  });
}

/** The result of work that may fail, because announcements are not necessary for a correct run. */
function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
