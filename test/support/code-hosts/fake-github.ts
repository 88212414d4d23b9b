/** The parts of GitHub's API that pipelines use: comments of a pull request, issues, labels and the user of the token. */
import { type IncomingMessage } from "node:http";
import { FakeHost, type HostRequest, type HostResponse } from "./fake-host";

export const githubToken = "s3cr3t-github-token";
/** github-actions[bot]. */
const botId = 41898282;
const personId = 7;
const repository = "/repos/shop/alerts";

interface FakeComment {
  readonly id: number;
  readonly issue: number;
  readonly user: { readonly id: number; readonly login: string };
  readonly body: string;
}

interface FakeIssue {
  readonly number: number;
  readonly user: { readonly id: number };
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly state: string;
  readonly stateReason?: unknown;
  readonly pull_request?: unknown;
}

export class FakeGithub extends FakeHost {
  comments: readonly FakeComment[] = [];
  issues: readonly FakeIssue[] = [];
  labels: readonly string[] = [];
  pullState = "open";
  #nextId = 100;

  static start(): Promise<FakeGithub> {
    return new FakeGithub().listen();
  }

  /** Adds a comment of another user. */
  addCommentOfOther(issue: number, body: string): void {
    this.comments = [
      ...this.comments,
      { id: this.#nextId++, issue, user: { id: personId, login: "mira" }, body },
    ];
  }

  addOwnComment(issue: number, body: string): void {
    this.comments = [
      ...this.comments,
      { id: this.#nextId++, issue, user: { id: botId, login: "github-actions[bot]" }, body },
    ];
  }

  protected override authorize({ authorization }: IncomingMessage["headers"]): boolean {
    return authorization === `Bearer ${githubToken}`;
  }

  protected override execute(request: HostRequest): HostResponse {
    const { method, path, body } = request;
    if (path === "/graphql") return { status: 200, body: { data: { viewer: { databaseId: botId } } } };
    const number = Number(/\d+/.exec(path.replace(repository, ""))?.[0]);
    const text = typeof body["body"] === "string" ? body["body"] : undefined;
    if (text !== undefined && text.length > 65_536) {
      return {
        status: 422,
        body: { message: "Validation Failed: body is too long (maximum is 65536 characters)" },
      };
    }
    const route = `${method} ${path.replace(repository, "").replace(/\d+/, "N")}`;
    const [, file] = /^GET \/contents\/(.+)$/.exec(`${method} ${path.replace(repository, "")}`) ?? [];
    if (file !== undefined) return this.file(file, request);
    switch (route) {
      case "GET /pulls/N":
        return { status: 200, body: { number, state: this.pullState } };
      case "GET /issues/N/comments":
        return this.page(
          this.comments.filter(({ issue }) => issue === number),
          request,
        );
      case "POST /issues/N/comments":
        this.addOwnComment(number, text ?? "");
        return { status: 201, body: {} };
      case "PATCH /issues/comments/N":
        return this.#changeComment(number, text ?? "");
      case "DELETE /issues/comments/N":
        if (!this.comments.some((one) => one.id === number)) return notFound;
        this.comments = this.comments.filter((one) => one.id !== number);
        return { status: 204 };
      case "GET /issues":
        return this.page(this.#issuesWith(request.query), request);
      case "POST /issues":
        return this.#createIssue(body, text ?? "");
      case "PATCH /issues/N":
        return this.#changeIssue(number, body);
      case "POST /labels":
        if (this.labels.includes(String(body["name"])))
          return { status: 422, body: { message: "Validation Failed" } };
        this.labels = [...this.labels, String(body["name"])];
        return { status: 201, body: {} };
      default:
        return notFound;
    }
  }

  #changeComment(id: number, body: string): HostResponse {
    if (!this.comments.some((one) => one.id === id)) return notFound;
    this.comments = this.comments.map((one) => (one.id === id ? { ...one, body } : one));
    return { status: 200, body: {} };
  }

  #issuesWith(query: URLSearchParams): readonly FakeIssue[] {
    return this.issues.filter(
      ({ labels, state }) => labels.includes(query.get("labels") ?? "") && state === query.get("state"),
    );
  }

  #createIssue({ title, labels }: HostRequest["body"], body: string): HostResponse {
    const number = this.issues.length + 1;
    const names = Array.isArray(labels) ? labels.map(String) : [];
    const issue = { number, user: { id: botId }, title: String(title), body, labels: names, state: "open" };
    this.issues = [...this.issues, issue];
    return { status: 201, body: {} };
  }

  #changeIssue(
    number: number,
    { body, state, state_reason: stateReason }: HostRequest["body"],
  ): HostResponse {
    this.issues = this.issues.map((one) =>
      one.number !== number
        ? one
        : {
            ...one,
            body: typeof body === "string" ? body : one.body,
            state: typeof state === "string" ? state : one.state,
            ...(stateReason === undefined ? {} : { stateReason }),
          },
    );
    return { status: 200, body: {} };
  }
}

const notFound = { status: 404, body: { message: "Not Found" } };
