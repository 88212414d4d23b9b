/**
 * GitLab: notes of merge requests, and issues.
 * https://docs.gitlab.com/api/notes/ https://docs.gitlab.com/api/issues/
 */
import * as z from "zod";
import {
  type CodeHost,
  decodeFile,
  type Discussion,
  encodedFile,
  type Issue,
  type IssueUpdate,
  type NewIssue,
} from "./code-host";
import { type RestApi, RestClient, type RestRequest } from "./rest-client";
import { requireVariable } from "./variables";

const user = z.object({ id: z.int() });
const noteAuthor = z.object({ id: z.int(), username: z.string() });
const note = z.object({ id: z.int(), author: noteAuthor, body: z.string() });
const issue = z.object({ iid: z.int(), author: user, description: z.string().nullish() });
const mergeRequest = z.object({ state: z.string() });

const permission = "api of GITLAB_TOKEN";

const api: RestApi = {
  service: "GitLab",
  urlVariable: "CI_API_V4_URL",
  tokenVariable: "GITLAB_TOKEN",
  tokenRemedy:
    "Create a project access token with the role Reporter and the scope api, and set it as a masked CI/CD variable.",
  authorize: (token) => ({ "PRIVATE-TOKEN": token }),
};

/** @throws ProblemError if a variable of the pipeline is missing or invalid */
export function createGitlab(environment: NodeJS.ProcessEnv, signal: AbortSignal): CodeHost {
  const client = new RestClient(api, environment, signal);
  const project = encodeURIComponent(requireVariable(environment, "CI_PROJECT_ID"));
  return new Gitlab(client, `/projects/${project}`);
}

class Gitlab implements CodeHost {
  readonly name = "GitLab";

  constructor(
    readonly client: RestClient,
    private readonly project: string,
  ) {}

  async fetchUserId(): Promise<number> {
    const request = {
      method: "GET",
      path: "/user",
      purpose: "read the user of the token",
      permission,
    } as const;
    return (await this.client.send(request, user)).id;
  }

  async isOpen(number: number): Promise<boolean> {
    const request = this.#request("GET", `/merge_requests/${number}`, "read the merge request");
    return (await this.client.send(request, mergeRequest)).state === "opened";
  }

  async readFile(path: string, branch: string): Promise<string> {
    const encoded = `/repository/files/${encodeURIComponent(path)}`;
    const request = this.#request("GET", encoded, `read ${path} of the target branch`);
    return decodeFile(await this.client.send({ ...request, query: { ref: branch } }, encodedFile));
  }

  async listComments(discussion: Discussion) {
    const request = this.#request("GET", notesOf(discussion), "list the notes");
    const notes = await this.client.list({ ...request, query: { sort: "asc" } }, note);
    return notes.map(({ id, author, body }) => ({ id, authorId: author.id, author: author.username, body }));
  }

  async createComment(discussion: Discussion, body: string): Promise<void> {
    await this.client.execute(this.#request("POST", notesOf(discussion), "create the note", { body }));
  }

  async updateComment(discussion: Discussion, id: number, body: string): Promise<void> {
    const path = `${notesOf(discussion)}/${id}`;
    await this.client.execute(this.#request("PUT", path, "update the note", { body }));
  }

  async deleteComment(discussion: Discussion, id: number): Promise<void> {
    const path = `${notesOf(discussion)}/${id}`;
    await this.client.execute(this.#request("DELETE", path, "delete a duplicate note"));
  }

  async listIssues(label: string): Promise<readonly Issue[]> {
    const request = this.#request("GET", "/issues", "list the issues");
    const query = { labels: label, state: "opened", scope: "all" };
    const issues = await this.client.list({ ...request, query }, issue);
    return issues.map(({ iid, author, description }) => ({
      number: iid,
      authorId: author.id,
      body: description ?? "",
    }));
  }

  /** GitLab creates the label. */
  async createIssue({ title, label, body }: NewIssue): Promise<void> {
    const content = { title, labels: label, description: body };
    await this.client.execute(this.#request("POST", "/issues", "create the issue", content));
  }

  async updateIssue(number: number, { body, close }: IssueUpdate): Promise<void> {
    const content = { description: body, state_event: close && "close" };
    await this.client.execute(this.#request("PUT", `/issues/${number}`, `update issue ${number}`, content));
  }

  #request<M extends RestRequest["method"]>(method: M, path: string, purpose: string, body?: unknown) {
    return { method, path: `${this.project}${path}`, purpose, permission, body };
  }
}

function notesOf({ kind, number }: Discussion): string {
  return `/${kind === "issue" ? "issues" : "merge_requests"}/${number}/notes`;
}
