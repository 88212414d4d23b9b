/** The parts of GitLab's API that pipelines use: notes of a merge request, issues, and the user of the token. */
import { type IncomingMessage } from "node:http";
import { FakeHost, type HostRequest, type HostResponse } from "./fake-host";

export const gitlabToken = "s3cr3t-gitlab-token";
const gitlabUserId = 9;
const project = "/api/v4/projects/42";

interface FakeNote {
  readonly id: number;
  /** `merge_requests/7`. */
  readonly parent: string;
  readonly author: { readonly id: number; readonly username: string };
  readonly body: string;
}

interface FakeGitlabIssue {
  readonly iid: number;
  readonly author: { readonly id: number };
  readonly title: string;
  readonly labels: string;
  readonly description: string;
  readonly state: string;
}

export class FakeGitlab extends FakeHost {
  notes: readonly FakeNote[] = [];
  issues: readonly FakeGitlabIssue[] = [];
  mergeRequestState = "opened";
  #nextId = 100;

  static start(): Promise<FakeGitlab> {
    return new FakeGitlab().listen();
  }

  addNote(parent: string, body: string, authorId = gitlabUserId): void {
    this.notes = [
      ...this.notes,
      { id: this.#nextId++, parent, author: { id: authorId, username: `user-${String(authorId)}` }, body },
    ];
  }

  protected override authorize(headers: IncomingMessage["headers"]): boolean {
    return headers["private-token"] === gitlabToken;
  }

  protected override execute(request: HostRequest): HostResponse {
    const { method, path, body } = request;
    const text = (name: string) => (typeof body[name] === "string" ? body[name] : "");
    if (`${method} ${path}` === "GET /api/v4/user") return { status: 200, body: { id: gitlabUserId } };
    const [, parent = "", number = "", note] =
      /^\/api\/v4\/projects\/42\/((?:merge_requests|issues)\/(\d+))(?:\/notes(?:\/(\d+))?)?$/.exec(path) ??
      [];
    const route = `${method} ${path.replace(project, "").replaceAll(/\d+/g, "N")}`;
    const [, file] = /^GET \/repository\/files\/(.+)$/.exec(`${method} ${path.replace(project, "")}`) ?? [];
    if (file !== undefined) return this.file(file, request);
    switch (route) {
      case "GET /merge_requests/N":
        return { status: 200, body: { state: this.mergeRequestState } };
      case "GET /merge_requests/N/notes":
      case "GET /issues/N/notes":
        return this.page(
          this.notes.filter((one) => one.parent === parent),
          request,
        );
      case "POST /merge_requests/N/notes":
      case "POST /issues/N/notes":
        this.addNote(parent, text("body"));
        return { status: 201, body: {} };
      case "PUT /merge_requests/N/notes/N":
        this.notes = this.notes.map((one) =>
          one.id === Number(note) ? { ...one, body: text("body") } : one,
        );
        return { status: 200, body: {} };
      case "DELETE /merge_requests/N/notes/N":
        this.notes = this.notes.filter((one) => one.id !== Number(note));
        return { status: 204 };
      case "GET /issues":
        return this.page(
          this.issues.filter((issue) => isListed(issue, request.query)),
          request,
        );
      case "POST /issues":
        this.issues = [
          ...this.issues,
          {
            iid: this.issues.length + 1,
            author: { id: gitlabUserId },
            title: text("title"),
            labels: text("labels"),
            description: text("description"),
            state: "opened",
          },
        ];
        return { status: 201, body: {} };
      case "PUT /issues/N":
        this.issues = this.issues.map((one) => (one.iid === Number(number) ? change(one, request) : one));
        return { status: 200, body: {} };
      default:
        return { status: 404, body: { message: "404 Not Found" } };
    }
  }
}

function isListed({ labels, state }: FakeGitlabIssue, query: URLSearchParams): boolean {
  // Without scope=all, GitLab lists only issues that the user has created.
  return labels === query.get("labels") && state === query.get("state") && query.get("scope") === "all";
}

function change(issue: FakeGitlabIssue, { body }: HostRequest): FakeGitlabIssue {
  return {
    ...issue,
    description: typeof body["description"] === "string" ? body["description"] : issue.description,
    state: body["state_event"] === "close" ? "closed" : issue.state,
  };
}
