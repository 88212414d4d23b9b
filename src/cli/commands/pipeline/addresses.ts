/** Whether a change request sends tokens only where its target branch sends them: the change can contain the file with the addresses. */
import { allowedHostsVariable } from "../../../client";
import { type Problem, ProblemError, quote } from "../../../diagnostics";
import { connectionSettingsOf, findConfig, loadConfig, parseConfig } from "../../../environments";
import { type CodeHost, type PipelineEvent } from "../../../pipelines";
import { type CliContext } from "../../framework/context";
import { pathInRepository } from "./ci-system";
import { type PipelineInputs } from "./inputs";

const remedy = `set ${allowedHostsVariable} beside the token to the hosts that it may be sent to`;

/** @returns the event, untrusted if an address of dbmon.yaml is not that of the target branch, or cannot be compared with it */
export async function judgeAddresses(
  { env }: CliContext,
  { command, environments, terraform }: PipelineInputs,
  event: PipelineEvent,
  createHost: () => CodeHost,
): Promise<PipelineEvent> {
  const { changeRequest, targetBranch, untrusted } = event;
  const file = configFile();
  const needsToken = command !== "check" && command !== "test";
  const isVariable = environments.length === 0 && connectionSettingsOf(env).baseUrl !== undefined;
  if (changeRequest === undefined || untrusted !== undefined || file === undefined) return event;
  if (!needsToken || isVariable || terraform !== undefined || env[allowedHostsVariable]) return event;
  const path = pathInRepository(env, file);
  // A file outside of the repository is not part of the change.
  if (path.startsWith("../")) return event;
  const reason = await findOtherAddress(env, file, () => readFile(createHost(), path, targetBranch));
  return reason === undefined ? event : { ...event, untrusted: `${reason} (${remedy})` };
}

/** @returns undefined also for a file that the command refuses */
function configFile(): string | undefined {
  try {
    return findConfig(".");
  } catch {
    return undefined;
  }
}

/** @throws ProblemError */
async function readFile(host: CodeHost, path: string, branch: string | undefined): Promise<string> {
  try {
    if (branch === undefined) throw ProblemError.of("ci-invalid", "The event does not name it");
    return await host.readFile(path, branch);
  } finally {
    host.client.close();
  }
}

/** @returns a clause. Undefined without another address */
async function findOtherAddress(
  env: NodeJS.ProcessEnv,
  file: string,
  readTarget: () => Promise<string>,
): Promise<string | undefined> {
  try {
    const problems: Problem[] = [];
    const target = parseConfig(await readTarget(), file, env, problems);
    if (target === undefined) throw new ProblemError(problems);
    const other = loadConfig(file, env).environments.find(
      ({ name, baseUrl }) => !target.environments.some((one) => one.name === name && one.baseUrl === baseUrl),
    );
    if (other === undefined) return undefined;
    return `the address of the environment ${quote(other.name)} in ${file} is not the one of the target branch`;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const what = error.problems[0]?.what.replace(/\.$/, "") ?? "";
    return `the addresses of ${file} cannot be compared with the target branch: ${what}`;
  }
}
