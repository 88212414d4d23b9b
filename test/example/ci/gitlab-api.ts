/** A stub of the GitLab API over HTTP: notes of one merge request, and issues of one project. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";

export const gitlabToken = "s3cr3t-gitlab-token";

export interface Note {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly id: number };
}

/** The user of the token. */
const user = { id: 9 };

export interface GitlabIssue {
  readonly iid: number;
  readonly title: string;
  readonly labels: string;
  readonly description: string;
  readonly state: "opened" | "closed";
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export class Gitlab {
  static async start(): Promise<Gitlab> {
    const gitlab = new Gitlab();
    await once(gitlab.#server.listen(0, "127.0.0.1"), "listening");
    return gitlab;
  }

  notes: readonly Note[] = [
    { id: 1, body: "<!-- dbmon-plan -->\nA comment of another user.", author: { id: 5 } },
  ];
  issues: readonly GitlabIssue[] = [];
  readonly #server: Server = createServer((request, response) => {
    void this.#answer(request).then(({ status, body }) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
  });

  private constructor() {}

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server is not listening");
    return `http://127.0.0.1:${String(address.port)}/api/v4`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const chunks: string[] = [];
    for await (const chunk of request.setEncoding("utf8")) chunks.push(String(chunk));
    if (request.headers["private-token"] !== gitlabToken) return { status: 401, body: {} };
    const { pathname, searchParams } = new URL(request.url ?? "", "http://gitlab");
    if (pathname === "/api/v4/user") return { status: 200, body: user };
    const [, collection, id] =
      /^\/api\/v4\/projects\/42\/(issues|merge_requests\/7\/notes)(?:\/(\d+))?$/.exec(pathname) ?? [];
    const form = Object.fromEntries(new URLSearchParams(chunks.join("")));
    const call = `${request.method ?? ""} ${collection === "issues" ? collection : (collection ?? "").slice(-5)}`;
    switch (call) {
      case "GET notes":
        return { status: 200, body: this.notes };
      case "POST notes":
        this.notes = [...this.notes, { id: this.notes.length + 1, body: form["body"] ?? "", author: user }];
        return { status: 201, body: {} };
      case "PUT notes":
        this.notes = this.notes.map((note) =>
          String(note.id) === id ? { ...note, body: form["body"] ?? "" } : note,
        );
        return { status: 200, body: {} };
      case "GET issues":
        return { status: 200, body: this.issues.filter((issue) => fits(issue, searchParams)) };
      case "POST issues":
        this.issues = [...this.issues, issueOf(this.issues.length + 1, form)];
        return { status: 201, body: {} };
      case "PUT issues":
        this.issues = this.issues.map((issue) => (String(issue.iid) === id ? changed(issue, form) : issue));
        return { status: 200, body: {} };
      default:
        return { status: 404, body: { message: `no such call: ${call}` } };
    }
  }
}

type Form = Readonly<Record<string, string>>;

function fits({ labels, state }: GitlabIssue, query: URLSearchParams): boolean {
  return labels === query.get("labels") && state === query.get("state");
}

function issueOf(iid: number, { title = "", labels = "", description = "" }: Form): GitlabIssue {
  return { iid, title, labels, description, state: "opened" };
}

function changed(
  issue: GitlabIssue,
  { description = issue.description, state_event: event }: Form,
): GitlabIssue {
  return { ...issue, description, state: event === "close" ? "closed" : issue.state };
}
