/**
 * The lower bound: only the necessary calls, over keep-alive connections, in a separate process.
 * Arguments: URL, `plan` or `create`, number of alerts, max concurrent calls.
 */
import { Agent, request } from "node:http";
import { apiPrefix, bodiesOf, referenceLists, token } from "./alerts";

const [url = "", operation = "", count = "", concurrency = ""] = process.argv.slice(2);
const agent = new Agent({
  keepAlive: true,
  maxSockets: Number(concurrency),
  maxFreeSockets: Number(concurrency),
});

function call(method: string, path: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": body.length }),
    };
    const sent = request(url + apiPrefix + path, { method, agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.once("end", () => {
        if ((response.statusCode ?? 0) < 300) resolve(text);
        else reject(new Error(`${method} ${path}: ${text}`));
      });
    });
    sent.once("error", reject).end(body);
  });
}

async function create(index: number): Promise<void> {
  const { alert, config } = bodiesOf(index);
  const created = JSON.parse(await call("POST", "/config/alerts", alert)) as { id: number };
  await call("PUT", `/config/alerts/${created.id}/config`, config);
}

async function main(): Promise<void> {
  await Promise.all(["/config/alerts", ...referenceLists].map((path) => call("GET", path)));
  // An apply compares the approved plan with a list that it requests after the approval.
  if (operation === "create") await call("GET", "/config/alerts");
  let next = 0;
  const work = async () => {
    while (next < Number(count)) {
      const index = next++;
      // A new environment assigns IDs from 1 in the order of creation.
      if (operation === "plan") await call("GET", `/config/alerts/${index + 1}/config`);
      else await create(index);
    }
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, work));
  agent.destroy();
}

void main();
