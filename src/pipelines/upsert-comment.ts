/**
 * Keeps one comment per pull request and marker. Any run can end between two calls, and two can run at the same time. Therefore each run
 * lists the comments again after it creates one, keeps the oldest, and deletes its duplicates.
 */
import { ProblemError } from "../diagnostics";
import { type CodeHost, type Comment, type Discussion } from "./code-host";
import { adoptPrevious, hasMarker, type Marker, withMarker } from "./marker";
import { RestError } from "./rest-client";

export interface CommentText {
  readonly marker: Marker;
  readonly body: string;
  /** Whether only an existing comment is updated. */
  readonly updatesOnly: boolean;
}

const maxAttempts = 3;

/**
 * @throws RestError, ProblemError if the pull request is closed, or if another user has written a comment with the marker. This is
 * reported after the result is written
 */
export async function upsertComment(host: CodeHost, number: number, text: CommentText): Promise<void> {
  if (!(await host.isOpen(number))) {
    const what = `${describe(host, number)} is closed, so the result was not added as a comment.`;
    throw ProblemError.of("ci-invalid", what, {
      remedy: "To see the result, open the log of the job.",
    });
  }
  const userId = await host.fetchUserId();
  for (let attempt = 1; ; attempt++) {
    try {
      await upsertOnce(host, { kind: "change request", number }, userId, text);
      return;
    } catch (error) {
      if (attempt === maxAttempts || !(error instanceof RestError)) throw error;
      // After a lost response, or if another run deleted the comment, the current comments decide what to write.
      if (!error.mayHaveTakenEffect && error.status !== 404) throw error;
    }
  }
}

async function upsertOnce(
  host: CodeHost,
  discussion: Discussion,
  userId: number,
  { marker, body, updatesOnly }: CommentText,
): Promise<void> {
  const text = withMarker(marker, body);
  const find = () => findComments(host, discussion, userId, marker);
  let found = await find();
  const update = ({ id }: Comment) => host.updateComment(discussion, id, text);
  // Another job can adopt the same comment at the same time.
  if (await adoptPrevious(found.ofUser, marker, update)) found = await find();
  if (found.own.length === 0 && !updatesOnly) {
    await host.createComment(discussion, text);
    found = await find();
  }
  await keepOldest(host, discussion, found.own, text);
  if (found.hasOthers) throw commentOfOther(host, discussion.number);
}

/** @param comments oldest first */
async function keepOldest(
  host: CodeHost,
  discussion: Discussion,
  [oldest, ...duplicates]: readonly Comment[],
  text: string,
): Promise<void> {
  if (oldest !== undefined && oldest.body !== text) await host.updateComment(discussion, oldest.id, text);
  for (const { id } of duplicates) {
    await host.deleteComment(discussion, id).catch((error: unknown) => {
      // Another run has deleted it.
      if (!(error instanceof RestError && error.status === 404)) throw error;
    });
  }
}

async function findComments(host: CodeHost, discussion: Discussion, userId: number, marker: Marker) {
  const comments = [...(await host.listComments(discussion))].sort((a, b) => a.id - b.id);
  const ofUser = comments.filter(({ authorId }) => authorId === userId);
  const marked = comments.filter(({ body }) => hasMarker(body, marker));
  const own = marked.filter(({ authorId }) => authorId === userId);
  return { ofUser, own, hasOthers: own.length < marked.length };
}

function commentOfOther(host: CodeHost, number: number): ProblemError {
  const what = `${describe(host, number)} has a comment of another user with the marker of dbmon, which can be mistaken for the result.`;
  return ProblemError.of("ci-invalid", what, { remedy: "Delete that comment, and run the job again." });
}

function describe({ name }: CodeHost, number: number): string {
  return name === "GitHub" ? `Pull request ${number}` : `Merge request ${number}`;
}
