/**
 * The provider processes of one Terraform run and one environment. Terraform starts one for each provider block. They exchange
 * announcements through files in a private folder (docs/decisions/0017-provider-blocks.md). If that fails, each process is alone.
 *
 * The name of a file contains the Terraform process, a key of the environment, and the provider process: "TERRAFORM.KEY.PROVIDER". The file
 * of an ended process stays until the last process of the run ends, because alerts may have got names that lists do not show yet.
 *
 * After a plan, it stays for the processes that apply the plan: as "TERRAFORM.KEY.PROVIDER.plan" if the same Terraform process applies it, and
 * as "HASH.KEY.PROVIDER.plan" with a hash of the path of a saved plan.
 */
import { createHash, createHmac } from "node:crypto";
import { readdirSync, renameSync, rmdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { type Connection } from "../../client";
import { type Announcement, type PeerChannel, type PeerListener } from "../../engine";
import { type ActivityCounts, noActivity, type PeerActivity, sumOf } from "../request-activity";
import { type TerraformArguments } from "../terraform-arguments";
import { OwnFile, PeerFile } from "./announcement-file";
import { RunPhase, selectFacts } from "./finished-plan";
import { openPrivateFolder } from "./private-folder";
import { identityPattern, isRunning, processIdentity, startedBefore } from "./process-identity";

const maxPeers = 32;
/** Without start times of processes, a file of an earlier run can have the ids of running processes. */
const maxFileAgeMs = 60 * 60_000;
/** For the file of a saved plan. */
const maxPlanAgeMs = 24 * 60 * 60_000;

const planSuffix = ".plan";
const hashPattern = "[0-9a-f]{16}";
const isHash = new RegExp(`^${hashPattern}$`);
const fileName = new RegExp(
  String.raw`^(${identityPattern}|${hashPattern})\.(${hashPattern})\.(${identityPattern})(\.plan)?$`,
);

interface Deletion {
  readonly type: "deleted-earlier";
  readonly id: number;
  /** Unix milliseconds. */
  readonly at: number;
}

interface Peer {
  readonly process: string;
  readonly file: PeerFile;
  /** Whether it planned what this run applies. */
  readonly isPlan: boolean;
  hasEnded: boolean;
}

/** @returns undefined if Terraform did not start this process, or if it cannot exchange files */
export function openPeers(
  connection: Connection,
  environment: Readonly<Record<string, string | undefined>>,
  { command, planFile }: Pick<TerraformArguments, "command" | "planFile">,
): ProviderPeers | undefined {
  if (environment["TF_PLUGIN_MAGIC_COOKIE"] === undefined) return undefined;
  const terraform = processIdentity(process.ppid);
  const self = processIdentity(process.pid);
  if (terraform === undefined || self === undefined) return undefined;
  return orUndefined(() => {
    const folder = openPrivateFolder();
    const key = environmentKey(connection);
    const deletions = removeOldFiles(folder, key);
    const planned = planFile === undefined ? terraform : hashOf(planFile);
    const peers = new ProviderPeers(folder, `${terraform}.${key}.`, self, {
      planPrefix: `${planned}.${key}.`,
      keepsPlan: command === "plan" ? planFile !== undefined : command === "apply" && planFile === undefined,
      readsPlan: command === "apply",
    });
    peers.addEarlierDeletions(deletions);
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

function hashOf(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}

/**
 * Removes files of processes that were killed or left a file, and of plans that were not applied.
 * @returns what those processes deleted in this environment
 */
function removeOldFiles(folder: string, key: string): Deletion[] {
  const deletions: Deletion[] = [];
  for (const entry of readdirSync(folder)) {
    const [, run, environment, self] = fileName.exec(entry) ?? [];
    if (run === undefined || self === undefined || isRunning(self)) continue;
    const path = join(folder, entry);
    const isSavedPlan = isHash.test(run);
    const maxAgeMs = isSavedPlan ? maxPlanAgeMs : maxFileAgeMs;
    const isOld = () => Date.now() - statSync(path).mtimeMs > maxAgeMs;
    if ((isSavedPlan || isRunning(run)) && orUndefined(isOld) !== true) continue;
    if (environment === key) deletions.push(...(orUndefined(() => readDeletions(path)) ?? []));
    remove(path);
  }
  return deletions;
}

function readDeletions(path: string): Deletion[] {
  const file = new PeerFile(path);
  try {
    return file.read().flatMap((announcement) => {
      const { type } = announcement;
      if (type !== "deleted" && type !== "deleted-earlier") return [];
      return [{ type: "deleted-earlier", id: announcement.id, at: announcement.at }];
    });
  } finally {
    file.close();
  }
}

interface PlanOptions {
  /** Of the names of the files of a plan that this run makes or applies. */
  readonly planPrefix: string;
  /** Whether this run may make a plan that is applied later. */
  readonly keepsPlan: boolean;
  /** Whether this run may apply a plan. */
  readonly readsPlan: boolean;
}

export class ProviderPeers implements PeerChannel, PeerActivity {
  readonly #peers = new Map<string, Peer>();
  readonly #phase = new RunPhase();
  #earlierDeletions: readonly Deletion[] = [];
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
    private readonly options: PlanOptions,
  ) {
    const path = join(folder, prefix + self);
    // Terraform may configure a process again.
    remove(path);
    this.#own = new OwnFile(path);
  }

  /** Passes on what processes deleted that were killed, or whose creation of a replacement failed. */
  addEarlierDeletions(deletions: readonly Deletion[]): void {
    for (const deletion of deletions) this.announce(deletion);
    this.#earlierDeletions = deletions;
  }

  announce(announcement: Announcement): void {
    this.#phase.observe(announcement);
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
    for (const deletion of this.#earlierDeletions) onAnnouncement("earlier runs", deletion);
    this.#earlierDeletions = [];
    this.#findPeers();
    for (const [name, peer] of this.#peers) {
      if (peer.hasEnded) continue;
      // Before the file is read, so that nothing that the process announced is missing.
      const hasEnded = !isRunning(peer.process);
      for (const announcement of this.#read(peer)) onAnnouncement(name, announcement);
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

  /** Whether this process knows which alerts the plan that it applies showed as managed. */
  get hasPlan(): boolean {
    this.#findPeers();
    return [...this.#peers.values()].some(({ isPlan }) => isPlan);
  }

  /**
   * Ends the exchange. The last process of the run and environment keeps the plan if it may be applied, and the last process of the run removes
   * the other files, unless the next run needs to know what this one deleted.
   */
  close(): void {
    this.#findPeers();
    for (const peer of this.#peers.values()) this.#read(peer);
    const [terraform = ""] = this.prefix.split(".");
    const files = this.#list(`${terraform}.`);
    const own = this.prefix + this.self;
    const othersRun = (entries: readonly string[]) =>
      entries.some((entry) => entry !== own && isRunning(entry.split(".")[2] ?? ""));
    const ofEnvironment = files.filter((entry) => entry.startsWith(this.prefix));
    if (!othersRun(ofEnvironment)) this.#closePlan(terraform, ofEnvironment);
    if (othersRun(files) || this.#phase.mayHaveLostDeletion) return;
    for (const entry of this.#list(`${terraform}.`))
      if (this.#phase.hasApplied || !entry.endsWith(planSuffix)) remove(join(this.folder, entry));
    // Fails if another run has files in the folder.
    orUndefined(() => {
      rmdirSync(this.folder);
    });
  }

  /** Keeps the files of this run for the apply of its plan, or removes those of the plan that it applied. */
  #closePlan(terraform: string, files: readonly string[]): void {
    const { planPrefix, keepsPlan, readsPlan } = this.options;
    const { hasApplied } = this.#phase;
    const isOutdated = (entry: string) =>
      hasApplied ? readsPlan : keepsPlan && startedBefore(entry.split(".")[2] ?? "", terraform);
    for (const entry of this.#listPlans(planPrefix)) if (isOutdated(entry)) remove(join(this.folder, entry));
    if (hasApplied || !keepsPlan || !(this.#phase.plansCreation || this.hasPlan)) return;
    for (const entry of files.filter((file) => !file.endsWith(planSuffix))) {
      const kept = planPrefix + entry.slice(this.prefix.length) + planSuffix;
      orUndefined(() => {
        renameSync(join(this.folder, entry), join(this.folder, kept));
      });
    }
  }

  #listPlans(prefix: string): readonly string[] {
    return this.#list(prefix).filter((entry) => entry.endsWith(planSuffix));
  }

  #list(prefix: string): readonly string[] {
    return (orUndefined(() => readdirSync(this.folder)) ?? []).filter((entry) => entry.startsWith(prefix));
  }

  #read({ file, isPlan, hasEnded }: Peer): readonly Announcement[] {
    if (hasEnded) return [];
    const announcements = orUndefined(() => file.read()) ?? [];
    if (isPlan) return selectFacts(announcements);
    for (const announcement of announcements) this.#phase.observe(announcement);
    return announcements;
  }

  #findPeers(): void {
    if (this.#own === undefined) return;
    const { planPrefix, readsPlan } = this.options;
    for (const entry of [...this.#list(this.prefix), ...(readsPlan ? this.#listPlans(planPrefix) : [])]) {
      if (entry === this.prefix + this.self || this.#peers.has(entry) || this.#peers.size >= maxPeers)
        continue;
      const [, , , self, suffix] = fileName.exec(entry) ?? [];
      const file = self === undefined ? undefined : orUndefined(() => new PeerFile(join(this.folder, entry)));
      if (self === undefined || file === undefined) continue;
      this.#peers.set(entry, { process: self, file, isPlan: suffix !== undefined, hasEnded: false });
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
