/** What a command would do that nobody could confirm, as data: a digest lets it do exactly this, once. */
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { errorCode, ProblemError } from "../../diagnostics";
import { commandWords, quoteForShell, rerunCommand } from "../../distribution";
import { formatOrigin } from "../../plan-document";
import { createFolder } from "../../platform";
import { type CliContext } from "../framework/context";
import { type Changes, type EnvironmentCommand } from "../framework/environment-command";
import { refuseLinkedFolder, withFileProblem } from "../framework/files";
import { type RunFlags } from "../framework/flags";
import { environmentArguments } from "../framework/target";
import { documentText, environmentsDocument } from "../terminal/output";

export interface Confirmation {
  readonly digest: string;
  /** The command line that does what is shown, and nothing else. */
  readonly command: string;
}

interface Waiting extends Changes {
  /** Empty if it is reported alone. */
  readonly environment: string;
}

/** Of the current folder. Definitions are not read from hidden folders, and git ignores this one. */
const folder = ".dbmon";
const maxRecords = 20;
const recordOf = (digest: string) => join(folder, `${digest}.json`);

/** Records that the changes were shown, so that nobody can confirm others. @throws ProblemError */
export function offerConfirmation(
  context: CliContext,
  flags: RunFlags,
  command: EnvironmentCommand,
  waiting: readonly Waiting[],
): Confirmation {
  const shown = shownText(context, command, waiting);
  const digest = digestOf(shown, waiting);
  const record = recordOf(digest);
  refuseLinkedFolder(folder);
  withFileProblem(record, () => {
    createFolder(folder);
    writeFileSync(join(folder, ".gitignore"), "*\n");
    rmSync(record, { force: true });
    writeFileSync(record, shown, { flag: "wx", mode: 0o600 });
    removeOldRecords();
  });
  const isPlan = command.savedPlan !== undefined || waiting.some(({ plan }) => plan !== undefined);
  if (!isPlan) return { digest, command: rerunCommand(`--digest=${digest}`, context.args, context.env) };
  const { environment: names = [], config, waves, wait, window, parallel, json } = flags;
  const isAlone = waiting.every(({ environment }) => environment === "");
  const several = [
    ...names.flatMap((name) => ["-e", name]),
    ...(config === undefined ? [] : ["--config", config]),
  ];
  const words = [
    ...["apply", "--plan", command.savedPlan?.file ?? record, "--digest", digest],
    ...(isAlone ? environmentArguments(context) : several),
    ...(waves === undefined ? [] : ["--waves", waves]),
    ...(window === undefined ? [] : ["--window", `${window}`]),
    ...(parallel === undefined ? [] : ["--parallel", `${parallel}`]),
    ...(wait === true ? ["--wait"] : []),
    ...(json === true ? ["--json"] : []),
  ];
  return { digest, command: [...commandWords(context.env), ...words.map(quoteForShell)].join(" ") };
}

/** Those that nobody confirmed. */
function removeOldRecords(): void {
  const records = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = /^[0-9a-f]{64}\.json$/.test(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    return stats === undefined ? [] : { path, time: stats.mtimeMs };
  });
  records.sort((a, b) => b.time - a.time);
  for (const { path } of records.slice(maxRecords)) rmSync(path, { force: true });
}

/** Uses the confirmation up before the first write. @throws ProblemError if it confirms something else, or was never shown */
export function claimConfirmation(
  context: CliContext,
  digest: string,
  command: EnvironmentCommand,
  waiting: readonly Waiting[],
): void {
  if (digestOf(shownText(context, command, waiting), waiting) !== digest)
    throw refusal("The digest does not confirm these changes.");
  try {
    unlinkSync(recordOf(digest));
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    throw refusal(notShown);
  }
}

/** @param file of the plan: the record, which the confirmation removed, or another one @throws ProblemError */
export function refuseUsedRecord(digest: string | undefined, file: string): void {
  if (digest !== undefined && resolve(file) === resolve(recordOf(digest)) && !existsSync(file))
    throw refusal(notShown);
}

const notShown = "The digest was used already, or its changes were never shown in this folder.";

function refusal(what: string): ProblemError {
  return ProblemError.of("confirmation-invalid", `${what} Nothing was written.`, {
    remedy: "Run the command that printed the digest again, and review what it shows.",
  });
}

/** The text of a saved plan, or what another command shows. */
function shownText(
  context: CliContext,
  { savedPlan }: EnvironmentCommand,
  waiting: readonly Waiting[],
): string {
  if (savedPlan !== undefined) return savedPlan.text();
  const plans = waiting.flatMap(({ environment, plan }) =>
    plan === undefined ? [] : [{ environment, document: plan, status: "changes" as const }],
  );
  const [first] = plans;
  if (first === undefined) return JSON.stringify(waiting.map(({ shown }) => shown));
  const document = first.environment === "" ? first.document : environmentsDocument(plans);
  return documentText({ ...context, command: "plan" }, document, "changes");
}

/** A saved plan can be applied to some of its environments. One without their names could be applied to any of the address. */
function digestOf(shown: string, waiting: readonly Waiting[]): string {
  const environments = waiting.map(({ origin }) => formatOrigin(origin));
  return createHash("sha256")
    .update(JSON.stringify([shown, environments]))
    .digest("hex");
}
