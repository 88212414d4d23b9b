/** The codes that people wrote into the issue of a drill, as `NAME: CODE`. */
import { type CodeHost } from "./code-host";
import { hasMarker, type JobKey, readMarker } from "./marker";
import { issueLabel } from "./report-issue";

export interface DrillAnswers {
  /** ID of the drill. */
  readonly key: string;
  readonly answers: readonly DrillAnswer[];
}

export interface DrillAnswer {
  /** Of a destination, or any other text. */
  readonly name: string;
  readonly code: string;
  readonly by?: string;
}

/** @returns undefined without an open issue of the job @throws RestError */
export async function readDrillAnswers(host: CodeHost, job: JobKey): Promise<DrillAnswers | undefined> {
  const topic = "drill";
  const userId = await host.fetchUserId();
  const [issue] = (await host.listIssues(issueLabel({ topic })))
    .filter(({ authorId, body }) => authorId === userId && hasMarker(body, { topic, ...job }))
    .sort((a, b) => a.number - b.number);
  const [key = ""] = readMarker(issue?.body ?? "")?.values[topic]?.split("-") ?? [];
  if (issue === undefined || key === "") return undefined;
  const comments = await host.listComments({ kind: "issue", number: issue.number });
  const answers = comments.flatMap(({ author, body }) =>
    answersIn(body).map((answer) => ({ ...answer, by: author })),
  );
  return { key, answers };
}

const maxLineLength = 500;

function answersIn(body: string): DrillAnswer[] {
  return body.split(/\r?\n/).flatMap((line) => {
    const plain = line.slice(0, maxLineLength).replaceAll("`", "").trim();
    const end = plain.lastIndexOf(":");
    const [name, code] = [plain.slice(0, Math.max(0, end)).trim(), plain.slice(end + 1).trim()];
    return /^[\w-]{6,7}$/.test(code) ? [{ name, code }] : [];
  });
}
