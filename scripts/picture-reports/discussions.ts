/** The comment and the issue that `dbmon pipeline github` writes, as pages for pictures. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { toHtml } from "../markdown";

const writtenText = z.object({ title: z.string().optional(), body: z.string().optional() });

export type Discussion = z.infer<typeof writtenText>;

/** A code host without comments and issues, which records what is written. */
export async function startCodeHost() {
  const written: Discussion[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "", url = "" } = request;
      const isWrite = method === "POST" && /\/(?:issues|comments)$/.test(url);
      if (isWrite) written.push(writtenText.parse(await json(request)));
      const answer =
        url === "/graphql" ? { data: { viewer: { databaseId: 1 } } } : { number: 1, id: 1, state: "open" };
      response.writeHead(isWrite ? 201 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(method === "GET" && !url.includes("/pulls/") ? [] : answer));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, written, server };
}

export interface PipelineRun {
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: "pull_request" | "schedule";
}

/** The variables of a step of a workflow. @param folder for the files of the runner */
export function stepVariables(
  folder: string,
  origin: string,
  { inputs, event }: PipelineRun,
): Record<string, string> {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const pull = {
    pull_request: {
      number: 7,
      title: "Page later",
      head: { ref: "later", sha: "c2f1a6", repo: { id: 1 } },
      base: { repo: { id: 1 } },
    },
  };
  return {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: origin,
    GITHUB_RUN_ID: "815",
    GITHUB_ACTOR: "mira",
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: file("event.json", JSON.stringify(event === "schedule" ? {} : pull)),
    GITHUB_OUTPUT: file("output", ""),
    GITHUB_STEP_SUMMARY: file("summary", ""),
    GITHUB_TOKEN: "token-of-the-job",
    RUNNER_TEMP: folder,
    DBMON_INPUTS: JSON.stringify(inputs),
  };
}

const style = `
  body { margin: 0; padding: 16px; font: 14px/1.5 -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; color: #1f2328 }
  article { border: 1px solid #d1d9e0; border-radius: 6px; padding: 8px 16px }
  h1 { font-size: 22px; font-weight: 400 } h3 { margin: 8px 0; font-size: 17px }
  code { background: #eff1f3; border-radius: 6px; padding: 2px 5px; font-size: 12px } pre code { background: none; padding: 0 }
  pre { background: #f6f8fa; border-radius: 6px; padding: 12px; overflow: hidden }
  table { border-collapse: collapse; margin: 8px 0 } th, td { border: 1px solid #d1d9e0; padding: 4px 10px; text-align: left }
  a { color: #0969da; text-decoration: none } blockquote { margin: 0; padding-left: 12px; border-left: 4px solid #d1d9e0 }
`;

export function discussionPage({ title, body = "" }: Discussion): string {
  const heading = title === undefined ? "" : `<h1>${title}</h1>`;
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>${heading}<article>${toHtml(body)}</article>`;
}
