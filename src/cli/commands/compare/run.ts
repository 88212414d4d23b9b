/** `dbmon compare`: reads the live alerts of two environments, and reports their differences. */
import { formatCount, omitUndefined, ProblemError, quote, toSafeLine } from "../../../diagnostics";
import { withHostTags } from "../../../export";
import { formatFieldValues, valueText } from "../../../reports";
import { contextOf, selectTargets } from "../../environments/targets";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags } from "../../framework/flags";
import { type Target } from "../../framework/target";
import { readEnvironment } from "../../inputs/live-environment";
import { withSession } from "../../inputs/session";
import { printDocument } from "../../terminal/output";
import { compareEnvironments } from "./compare-environments";
import { type CompareDocument } from "./document";

export interface CompareFlags extends Pick<EnvironmentFlags, "config"> {
  readonly hostTags?: readonly string[];
  readonly detailedExitcode?: true;
  readonly json?: true;
}

export async function compareAction(
  context: CliContext,
  a: string,
  b: string,
  flags: CompareFlags,
): Promise<ExitCode> {
  const [first, second] = await readBoth(context, selectBoth(context, a, b, flags), flags);
  const document: CompareDocument = {
    a: { name: first.name, base_url: first.baseUrl },
    b: { name: second.name, base_url: second.baseUrl },
    ...compareEnvironments(first.environment, second.environment),
  };
  const { only_in_a: onlyInA, only_in_b: onlyInB, different } = document;
  const hasDifferences = onlyInA.length + onlyInB.length + different.length > 0;
  const code = hasDifferences ? exitCodes.changes : exitCodes.done;
  if (flags.json === true) printDocument(context, document, code);
  else linesOf(document).forEach(context.out);
  return flags.detailedExitcode === true ? code : exitCodes.done;
}

type Both<T> = readonly [T, T];

function selectBoth(context: CliContext, a: string, b: string, flags: CompareFlags): Both<Target> {
  const targets = selectTargets(context, { ...flags, environment: [a, b] }) ?? [];
  const [first, second] = [a, b].map((name) => targets.find(({ environment }) => environment?.name === name));
  if (first !== undefined && second !== undefined && first !== second) return [first, second];
  const what = `${quote(a)} and ${quote(b)} are not the names of two environments.`;
  throw ProblemError.of("usage", what, { remedy: "Name two environments, without patterns." });
}

async function readBoth(context: CliContext, targets: Both<Target>, { hostTags }: CompareFlags) {
  const read = (target: Target) =>
    withSession(contextOf(context, target), async ({ session, origin: { baseUrl } }) => ({
      name: target.environment?.name ?? "",
      baseUrl,
      // Alerts of the other environment can use an object that those of this one do not.
      environment: withHostTags(await readEnvironment(session, undefined, true), hostTags),
    }));
  const [first, second] = await Promise.allSettled([read(targets[0]), read(targets[1])]);
  if (first.status === "fulfilled" && second.status === "fulfilled")
    return [first.value, second.value] as const;
  const problems = [first, second].flatMap((result, index) => {
    if (result.status === "fulfilled") return [];
    if (!(result.reason instanceof ProblemError)) throw result.reason;
    const name = targets[index]?.environment?.name ?? "";
    return result.reason.problems.map((problem) => ({ ...problem, environments: [name] }));
  });
  throw new ProblemError(problems);
}

function linesOf(document: CompareDocument): string[] {
  const { a, b, only_in_a, only_in_b, different, same, objects_only_in_a, objects_only_in_b } = document;
  const only = (names: readonly string[], environment: string) =>
    names.map((name) => `only in ${environment}: ${quote(name)}`);
  const usedObjects = (objects: CompareDocument["objects_only_in_a"], environment: string) =>
    objects.map(({ kind, name, alerts: [alert = "", ...others] }) => {
      const rest = others.length === 0 ? "" : ` and ${formatCount(others.length, "other alert")}`;
      return `only in ${environment}: ${kind} ${quote(name)}, used by ${quote(alert)}${rest}`;
    });
  const fieldLine = ({ path, a: from, b: to }: CompareDocument["different"][number]["fields"][number]) => {
    const text = formatFieldValues({ path, ...omitUndefined({ from, to }) });
    return toSafeLine(
      `    ${text.field}: ${a.name} ${valueText(text.from)}, ${b.name} ${valueText(text.to)}`,
    );
  };
  const entries = [
    ...only(only_in_a, a.name),
    ...only(only_in_b, b.name),
    ...different.flatMap(({ name, fields }) => [`different: ${quote(name)}`, ...fields.map(fieldLine)]),
    ...usedObjects(objects_only_in_a, a.name),
    ...usedObjects(objects_only_in_b, b.name),
  ];
  const counts = [
    `${formatCount(only_in_a.length, "alert")} only in ${a.name}`,
    `${only_in_b.length} only in ${b.name}`,
    `${different.length} different`,
    `${same} the same`,
  ].join(", ");
  return [...entries, ...(entries.length > 0 ? [""] : []), `Compare: ${counts}.`];
}
