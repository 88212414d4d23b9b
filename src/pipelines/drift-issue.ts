/** Opens one issue when alerts drift, updates it when the drift changes, and closes it when all alerts are in sync. */
import { type CodeHost, type Discussion, type Issue, type NewIssue } from "./code-host";
import { adoptPrevious, hasMarker, type JobKey, type Marker, readMarker, withMarker } from "./marker";
import { RestError } from "./rest-client";

export interface DriftUpdate extends JobKey {
  readonly state: "drifted" | "pending" | "in sync";
  /** A hash of the alerts that drifted, of how they differ, and of whether the body has a patch. */
  readonly fingerprint: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** The run, for messages: a link, or text. Markdown. */
  readonly run: string;
}

export type DriftSummary = Pick<DriftUpdate, "state" | "fingerprint">;

export type DriftAction =
  | { readonly kind: "open" }
  | { readonly kind: "update"; readonly issue: Issue }
  | { readonly kind: "remind"; readonly issue: Issue; readonly since: string }
  | { readonly kind: "close"; readonly issue: Issue; readonly reason: "completed" | "duplicate" };

const driftLabel = "dbmon-drift";
const reminderIntervalMs = 7 * 86_400_000;

/**
 * Decides what to write. Pure.
 *
 * | alerts   | no issue | issue with this drift             | issue with another drift |
 * | -------- | -------- | --------------------------------- | ------------------------ |
 * | drifted  | open     | remind after a week               | update                   |
 * | pending  | nothing  | nothing                           | nothing                  |
 * | in sync  | nothing  | close                             | close                    |
 *
 * Of several issues, the oldest stays, and the others are closed as duplicates.
 *
 * @param issues own open issues with the marker
 * @param now Unix milliseconds
 */
export function planDriftIssue(
  { state, fingerprint }: DriftSummary,
  issues: readonly Issue[],
  now: number,
): readonly DriftAction[] {
  const [oldest, ...duplicates] = [...issues].sort((a, b) => a.number - b.number);
  const closeDuplicates = duplicates.map((issue) => ({ kind: "close", issue, reason: "duplicate" }) as const);
  if (oldest === undefined) return state === "drifted" ? [{ kind: "open" }] : [];
  switch (state) {
    case "pending":
      return closeDuplicates;
    case "in sync":
      return [{ kind: "close", issue: oldest, reason: "completed" }, ...closeDuplicates];
    case "drifted": {
      const { drift, reported = "" } = readMarker(oldest.body)?.values ?? {};
      if (drift !== fingerprint) return [{ kind: "update", issue: oldest }, ...closeDuplicates];
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
export async function syncDriftIssue(host: CodeHost, update: DriftUpdate): Promise<readonly string[]> {
  const userId = await host.fetchUserId();
  const marker = { topic: "drift", ...update };
  const list = async () => (await host.listIssues(driftLabel)).filter(({ authorId }) => authorId === userId);
  const plan = (issues: readonly Issue[]) => {
    const own = issues.filter(({ body }) => hasMarker(body, marker));
    return planDriftIssue(update, own, host.client.now());
  };
  let issues = await list();
  const replaceBody = ({ number }: Issue, body: string) => host.updateIssue(number, { body });
  if (await adoptPrevious(issues, marker, replaceBody)) issues = await list();
  const actions = plan(issues);
  for (const action of actions) await execute(host, update, action, userId);
  if (!actions.some(({ kind }) => kind === "open")) return actions.map(describeAction);
  // Another run may have opened an issue at the same time.
  const later = plan(await list()).filter(({ kind }) => kind === "close");
  for (const action of later) await execute(host, update, action, userId);
  return [...actions, ...later].map(describeAction);
}

async function execute(
  host: CodeHost,
  update: DriftUpdate,
  action: DriftAction,
  userId: number,
): Promise<void> {
  const body = () => issueBody(update, host.client.now());
  switch (action.kind) {
    case "open":
      await openIssue(host, { title: update.title, label: driftLabel, body: body() });
      return;
    case "update":
      await host.updateIssue(action.issue.number, { body: body() });
      return;
    case "remind":
      await remind(host, update, action, userId);
      // After the comment: a run that ends in between finds the comment by its marker.
      await host.updateIssue(action.issue.number, { body: body() });
      return;
    case "close":
      // One call, so that no run ends between a comment and the closing.
      await host.updateIssue(action.issue.number, {
        body: `${action.issue.body}\n\n${closingText(action.reason, update)}`,
        close: action.reason,
      });
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
  { key, run }: DriftUpdate,
  { issue, since }: Extract<DriftAction, { kind: "remind" }>,
  userId: number,
): Promise<void> {
  const discussion: Discussion = { kind: "issue", number: issue.number };
  const marker: Marker = {
    topic: "drift-reminder",
    key,
    values: { since: since === "" ? "unknown" : since },
  };
  const isSame = (body: string) =>
    hasMarker(body, marker) && readMarker(body)?.values["since"] === marker.values?.["since"];
  const comments = await host.listComments(discussion);
  if (comments.some(({ authorId, body }) => authorId === userId && isSame(body))) return;
  const text = `The drift has not changed for a week. ${run}`;
  await host.createComment(discussion, withMarker(marker, text));
}

function issueBody({ key, fingerprint, body }: DriftUpdate, now: number): string {
  const values = { drift: fingerprint, reported: new Date(now).toISOString() };
  return withMarker({ topic: "drift", key, values }, body);
}

function closingText(reason: "completed" | "duplicate", { run }: DriftUpdate): string {
  return reason === "completed"
    ? `Closed: all alerts are in sync. ${run}`
    : "Closed: another issue reports this drift.";
}

function describeAction(action: DriftAction): string {
  switch (action.kind) {
    case "open":
      return "Opened an issue for the drift.";
    case "update":
      return `Updated issue ${action.issue.number}, because the drift or its patch changed.`;
    case "remind":
      return `Commented on issue ${action.issue.number}, because the drift has not changed for a week.`;
    case "close":
      return `Closed issue ${action.issue.number}: ${action.reason === "completed" ? "all alerts are in sync" : "another issue reports this drift"}.`;
  }
}
