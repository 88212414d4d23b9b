/**
 * GitHub: comments of pull requests, and issues.
 * https://docs.github.com/en/rest/issues
 */
import * as z from "zod";
import { ProblemError } from "../diagnostics";
import {
  type CodeHost,
  decodeFile,
  type Discussion,
  encodedFile,
  type Issue,
  type IssueUpdate,
  type NewIssue,
} from "./code-host";
import { type RestApi, RestClient, RestError, type RestRequest } from "./rest-client";
import { requireVariable } from "./variables";

const user = z.object({ id: z.int() });
const viewer = z.object({ data: z.object({ viewer: z.object({ databaseId: z.int() }) }) });
/** The user of a deleted account is null. */
const author = user.nullish().transform((value) => value?.id ?? 0);
const commenter = z.object({ id: z.int(), login: z.string() }).nullish();
const comment = z.object({ id: z.int(), user: commenter, body: z.string().nullish() });
const issue = z.object({
  number: z.int(),
  user: author,
  body: z.string().nullish(),
  pull_request: z.unknown().optional(),
});
const pullRequest = z.object({ state: z.enum(["open", "closed"]) });

const issuePermission = "issues: write";
const label = {
  color: "d93f0b",
  description: "Live alerts that need attention",
};

const api: RestApi = {
  service: "GitHub",
  urlVariable: "GITHUB_API_URL",
  tokenVariable: "GITHUB_TOKEN",
  tokenRemedy: "Set it to ${{ github.token }} in the environment variables of the step.",
  authorize: (token) => ({ Authorization: `Bearer ${token}`, "X-GitHub-Api-Version": "2022-11-28" }),
};

/** @throws ProblemError if a variable of the runner is missing or invalid */
export function createGithub(environment: NodeJS.ProcessEnv, signal: AbortSignal): CodeHost {
  return new Github(new RestClient(api, environment, signal), repositoryPath(environment));
}

/** On GitHub Enterprise Server, REST is at /api/v3 and GraphQL at /api/graphql. */
function graphqlUrl(apiUrl: URL): URL {
  const url = new URL(apiUrl);
  url.pathname = `${apiUrl.pathname.replace(/\/v3$|\/$/, "")}/graphql`;
  return url;
}

function repositoryPath(environment: NodeJS.ProcessEnv): string {
  const repository = requireVariable(environment, "GITHUB_REPOSITORY");
  if (/^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/.test(repository)) return `/repos/${repository}`;
  throw ProblemError.of("ci-invalid", "GITHUB_REPOSITORY is not OWNER/NAME.", {
    remedy: "Run this command in a workflow of GitHub, which sets it.",
  });
}

class Github implements CodeHost {
  readonly name = "GitHub";

  constructor(
    readonly client: RestClient,
    private readonly repository: string,
  ) {}

  /** By GraphQL: the token of a workflow cannot read `GET /user`. */
  async fetchUserId(): Promise<number> {
    const request = {
      method: "POST",
      path: graphqlUrl(this.client.apiUrl),
      body: { query: "{ viewer { databaseId } }" },
      isRepeatable: true,
      purpose: "read the user of the token",
      permission: "contents: read",
    } as const;
    return (await this.client.send(request, viewer)).data.viewer.databaseId;
  }

  async isOpen(number: number): Promise<boolean> {
    const request = this.#request("GET", `/pulls/${number}`, "read the pull request", "pull-requests: read");
    return (await this.client.send(request, pullRequest)).state === "open";
  }

  async readFile(path: string, branch: string): Promise<string> {
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    const purpose = `read ${path} of the target branch`;
    const request = this.#request("GET", `/contents/${encoded}`, purpose, "contents: read");
    return decodeFile(await this.client.send({ ...request, query: { ref: branch } }, encodedFile));
  }

  async listComments(discussion: Discussion) {
    const { path, permission } = this.#comments(discussion);
    const request = this.#request("GET", path, "list the comments", permission);
    const comments = await this.client.list(request, comment);
    return comments.map(({ id, user, body }) => ({
      id,
      authorId: user?.id ?? 0,
      author: user?.login ?? "",
      body: body ?? "",
    }));
  }

  async createComment(discussion: Discussion, body: string): Promise<void> {
    const { path, permission } = this.#comments(discussion);
    await this.client.execute(this.#request("POST", path, "create the comment", permission, { body }));
  }

  async updateComment(discussion: Discussion, id: number, body: string): Promise<void> {
    const { permission } = this.#comments(discussion);
    const path = `/issues/comments/${id}`;
    await this.client.execute(this.#request("PATCH", path, "update the comment", permission, { body }));
  }

  async deleteComment(discussion: Discussion, id: number): Promise<void> {
    const { permission } = this.#comments(discussion);
    const path = `/issues/comments/${id}`;
    await this.client.execute(this.#request("DELETE", path, "delete a duplicate comment", permission));
  }

  async listIssues(label: string): Promise<readonly Issue[]> {
    const request = this.#request("GET", "/issues", "list the issues");
    const issues = await this.client.list({ ...request, query: { labels: label, state: "open" } }, issue);
    return issues
      .filter(({ pull_request: pull }) => pull === undefined)
      .map(({ number, user, body }) => ({ number, authorId: user, body: body ?? "" }));
  }

  async createIssue({ title, label: name, body }: NewIssue): Promise<void> {
    try {
      const request = this.#request("POST", "/labels", "create the label", issuePermission, {
        name,
        ...label,
      });
      await this.client.execute(request);
    } catch (error) {
      // The label exists already.
      if (!(error instanceof RestError && error.status === 422)) throw error;
    }
    const content = { title, body, labels: [name] };
    await this.client.execute(this.#request("POST", "/issues", "create the issue", issuePermission, content));
  }

  async updateIssue(number: number, { body, close }: IssueUpdate): Promise<void> {
    const reason = close === "duplicate" ? "not_planned" : "completed";
    const content = { body, ...(close && { state: "closed", state_reason: reason }) };
    const [path, purpose] = [`/issues/${number}`, `update issue ${number}`];
    await this.client.execute(this.#request("PATCH", path, purpose, issuePermission, content));
  }

  /** Comments of a pull request have the path of issues. */
  #comments({ kind, number }: Discussion) {
    const permission = kind === "issue" ? issuePermission : "pull-requests: write";
    return { path: `/issues/${number}/comments`, permission };
  }

  #request<M extends RestRequest["method"]>(
    method: M,
    path: string,
    purpose: string,
    permission: string = issuePermission,
    body?: unknown,
  ) {
    return { method, path: `${this.repository}${path}`, purpose, permission, body };
  }
}
