/**
 * GitLab: notes of merge requests, and issues.
 * https://docs.gitlab.com/api/notes/ https://docs.gitlab.com/api/issues/
 */
import * as z from "zod";
import { type CodeHost, type Discussion, type Issue } from "./code-host";
import { type RestApi, RestClient, type RestRequest } from "./rest-client";
import { requireVariable } from "./variables";

const user = z.object({ id: z.int() });
const note = z.object({ id: z.int(), author: user, body: z.string() });
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
  readonly #client: RestClient;
  readonly #project: string;

  constructor(client: RestClient, project: string) {
    this.#client = client;
    this.#project = project;
  }

  now(): number {
    return this.#client.now();
  }

  close(): void {
    this.#client.close();
  }

  async fetchUserId(): Promise<number> {
    const request = {
      method: "GET",
      path: "/user",
      purpose: "read the user of the token",
      permission,
    } as const;
    return (await this.#client.send(request, user)).id;
  }

  async fetchChangeRequest(number: number) {
    const request = this.#request("GET", `/merge_requests/${number}`, "read the merge request");
    const { state } = await this.#client.send(request, mergeRequest);
    return { number, isOpen: state === "opened" };
  }

  async listComments(discussion: Discussion) {
    const request = this.#request("GET", this.#notes(discussion), "list the notes");
    const notes = await this.#client.list({ ...request, query: { sort: "asc" } }, note);
    return notes.map(({ id, author, body }) => ({ id, authorId: author.id, body }));
  }

  async createComment(discussion: Discussion, body: string): Promise<void> {
    await this.#client.execute({
      ...this.#request("POST", this.#notes(discussion), "create the note"),
      body: { body },
    });
  }

  async updateComment(discussion: Discussion, id: number, body: string): Promise<void> {
    const request = this.#request("PUT", `${this.#notes(discussion)}/${id}`, "update the note");
    await this.#client.execute({ ...request, body: { body } });
  }

  async deleteComment(discussion: Discussion, id: number): Promise<void> {
    await this.#client.execute(
      this.#request("DELETE", `${this.#notes(discussion)}/${id}`, "delete a duplicate note"),
    );
  }

  async listIssues(label: string): Promise<readonly Issue[]> {
    const request = this.#request("GET", "/issues", "list the issues");
    const query = { labels: label, state: "opened", scope: "all" };
    const issues = await this.#client.list({ ...request, query }, issue);
    return issues.map(({ iid, author, description }) => ({
      number: iid,
      authorId: author.id,
      body: description ?? "",
    }));
  }

  /** GitLab creates the label. */
  async createIssue({ title, label, body }: Parameters<CodeHost["createIssue"]>[0]): Promise<void> {
    const request = this.#request("POST", "/issues", "create the issue");
    await this.#client.execute({ ...request, body: { title, labels: label, description: body } });
  }

  async updateIssue(number: number, { body, close }: Parameters<CodeHost["updateIssue"]>[1]): Promise<void> {
    await this.#client.execute({
      ...this.#request("PUT", `/issues/${number}`, `update issue ${number}`),
      body: {
        ...(body === undefined ? {} : { description: body }),
        ...(close === undefined ? {} : { state_event: "close" }),
      },
    });
  }

  #notes({ kind, number }: Discussion): string {
    return `/${kind === "issue" ? "issues" : "merge_requests"}/${number}/notes`;
  }

  #request<M extends RestRequest["method"]>(method: M, path: string, purpose: string) {
    return { method, path: `${this.#project}${path}`, purpose, permission };
  }
}
