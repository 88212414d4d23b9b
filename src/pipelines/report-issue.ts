/**
 * Keeps one issue about what a scheduled command reports: opens it, updates it when the report changes, and closes it when nothing is left to
 * report.
 */
import { capitalize } from "../diagnostics";
import { type CodeHost, type Discussion, type Issue, type IssueUpdate, type NewIssue } from "./code-host";
import { adoptPrevious, hasMarker, type JobKey, type Marker, readMarker, withMarker } from "./marker";
import { RestError } from "./rest-client";

/** Topics of issues, with words for messages. Labels and markers contain the topic. */
const topics = {
  drift: {
    what: "the drift",
    changed: "the drift or its patch changed",
    has: "has",
    done: "all alerts are in sync",
  },
  audit: {
    what: "the findings",
    changed: "the findings changed",
    has: "have",
    done: "no finding is an error or a warning",
  },
  drill: {
    what: "the drill",
    changed: "a result of the drill changed",
    has: "has",
    done: "all destinations are confirmed",
  },
} as const;
export type IssueTopic = keyof typeof topics;

export interface ReportIssueUpdate extends JobKey {
  readonly topic: IssueTopic;
  /** `pending`: unknown until a later run. */
  readonly state: "reported" | "pending" | "resolved";
  /** A hash of what is reported: of the alerts that drifted, how they differ, and whether the body has a patch, of the findings, or of the results of a drill, whose ID precedes them. */
  readonly fingerprint: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** The run, for messages: a link, or text. Markdown. */
  readonly run: string;
}

export type IssueSummary = Pick<ReportIssueUpdate, "state" | "fingerprint">;

type CloseReason = NonNullable<IssueUpdate["close"]>;

export type ReportIssueAction =
  | { readonly kind: "open" }
  | { readonly kind: "update"; readonly issue: Issue }
  | { readonly kind: "remind"; readonly issue: Issue; readonly since: string }
  | { readonly kind: "close"; readonly issue: Issue; readonly reason: CloseReason };

const reminderIntervalMs = 7 * 86_400_000;

/**
 * Decides what to write. Pure.
 *
 * | state    | no issue | issue with this report            | issue with another report |
 * | -------- | -------- | --------------------------------- | ------------------------- |
 * | reported | open     | remind after a week               | update                    |
 * | pending  | nothing  | nothing                           | nothing                   |
 * | resolved | nothing  | close                             | close                     |
 *
 * Of several issues, the oldest stays, and the others are closed as duplicates.
 *
 * @param issues own open issues with the marker
 * @param now Unix milliseconds
 */
export function planReportIssue(
  { topic, state, fingerprint }: IssueSummary & Pick<ReportIssueUpdate, "topic">,
  issues: readonly Issue[],
  now: number,
): readonly ReportIssueAction[] {
  const [oldest, ...duplicates] = [...issues].sort((a, b) => a.number - b.number);
  const closeDuplicates = duplicates.map((issue) => ({ kind: "close", issue, reason: "duplicate" }) as const);
  if (oldest === undefined) return state === "reported" ? [{ kind: "open" }] : [];
  switch (state) {
    case "pending":
      return closeDuplicates;
    case "resolved":
      return [{ kind: "close", issue: oldest, reason: "completed" }, ...closeDuplicates];
    case "reported": {
      const { [topic]: previous, reported = "" } = readMarker(oldest.body)?.values ?? {};
      if (previous !== fingerprint) return [{ kind: "update", issue: oldest }, ...closeDuplicates];
      const reportedAt = Date.parse(reported);
      const isDue = !(now - reportedAt < reminderIntervalMs);
      return [
        ...(isDue ? [{ kind: "remind", issue: oldest, since: reported } as const] : []),
        ...closeDuplicates,
      ];
    }
  }
}

/** @returns what was done @throws RestError */
export async function syncReportIssue(host: CodeHost, update: ReportIssueUpdate): Promise<readonly string[]> {
  const userId = await host.fetchUserId();
  const list = async () =>
    (await host.listIssues(issueLabel(update))).filter(({ authorId }) => authorId === userId);
  const plan = (issues: readonly Issue[]) => {
    const own = issues.filter(({ body }) => hasMarker(body, update));
    return planReportIssue(update, own, host.client.now());
  };
  let issues = await list();
  const replaceBody = ({ number }: Issue, body: string) => host.updateIssue(number, { body });
  if (await adoptPrevious(issues, update, replaceBody)) issues = await list();
  const done: string[] = [];
  const executeAll = async (actions: readonly ReportIssueAction[]) => {
    for (const action of actions) done.push(await execute(host, update, action, userId));
  };
  const actions = plan(issues);
  await executeAll(actions);
  // Another run may have opened an issue at the same time.
  if (actions.some(({ kind }) => kind === "open"))
    await executeAll(plan(await list()).filter(({ kind }) => kind === "close"));
  return done;
}

/** @returns what was done */
async function execute(
  host: CodeHost,
  update: ReportIssueUpdate,
  action: ReportIssueAction,
  userId: number,
): Promise<string> {
  const { topic, title, run } = update;
  const { what, changed, done } = topics[topic];
  const body = () => issueBody(update, host.client.now());
  if (action.kind === "open") {
    await openIssue(host, { title, label: issueLabel(update), body: body() });
    return `Opened an issue for ${what}.`;
  }
  const { number } = action.issue;
  switch (action.kind) {
    case "update":
      await host.updateIssue(number, { body: body() });
      return `Updated issue ${number}, because ${changed}.`;
    case "remind":
      await remind(host, update, action, userId);
      // After the comment: a run that ends in between finds the comment by its marker.
      await host.updateIssue(number, { body: body() });
      return `Commented on issue ${number}, because ${unchanged(topic)} for a week.`;
    case "close": {
      const isDone = action.reason === "completed";
      const reason = isDone ? done : `another issue reports ${what}`;
      // One call, so that no run ends between a comment and the closing.
      const closing = `Closed: ${reason}.${isDone ? ` ${run}` : ""}`;
      const text = `${action.issue.body}\n\n${closing}`;
      await host.updateIssue(number, { body: text, close: action.reason });
      return `Closed issue ${number}: ${reason}.`;
    }
  }
}

/** After a lost response, checks whether the issue exists instead of creating it again. */
async function openIssue(host: CodeHost, issue: NewIssue): Promise<void> {
  try {
    await host.createIssue(issue);
  } catch (error) {
    if (!(error instanceof RestError) || !error.mayHaveTakenEffect) throw error;
    const marker = readMarker(issue.body);
    const issues = await host.listIssues(issue.label);
    if (marker === undefined || !issues.some(({ body }) => hasMarker(body, marker))) throw error;
  }
}

async function remind(
  host: CodeHost,
  { topic, key, run }: ReportIssueUpdate,
  { issue, since }: Extract<ReportIssueAction, { kind: "remind" }>,
  userId: number,
): Promise<void> {
  const discussion: Discussion = { kind: "issue", number: issue.number };
  const marker: Marker = {
    topic: `${topic}-reminder`,
    key,
    values: { since: since === "" ? "unknown" : since },
  };
  const isSame = (body: string) =>
    hasMarker(body, marker) && readMarker(body)?.values["since"] === marker.values?.["since"];
  const comments = await host.listComments(discussion);
  if (comments.some(({ authorId, body }) => authorId === userId && isSame(body))) return;
  const text = `${capitalize(unchanged(topic))} for a week. ${run}`;
  await host.createComment(discussion, withMarker(marker, text));
}

export function issueLabel({ topic }: Pick<ReportIssueUpdate, "topic">): string {
  return `dbmon-${topic}`;
}

function issueBody({ topic, key, fingerprint, body }: ReportIssueUpdate, now: number): string {
  const values = { [topic]: fingerprint, reported: new Date(now).toISOString() };
  return withMarker({ topic, key, values }, body);
}

function unchanged(topic: IssueTopic): string {
  const { what, has } = topics[topic];
  return `${what} ${has} not changed`;
}
