/**
 * The bound: just the necessary calls, over kept-alive connections, so many at once, in a process of its own that does nothing
 * else. Arguments: URL, `plan` or `create`, how many alerts, how many at once.
 */
import { Agent, request } from "node:http";
import { apiPrefix, bodiesOf, referredLists, token } from "./alerts";

const [url = "", what = "", count = "", atOnce = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(atOnce), maxFreeSockets: Number(atOnce) });

function call(method: string, path: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": body.length }),
    };
    const sent = request(url + apiPrefix + path, { method, agent, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.once("end", () => {
        if ((answer.statusCode ?? 0) < 300) resolve(text);
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
  await Promise.all(["/config/alerts", ...referredLists].map((path) => call("GET", path)));
  // What was approved is compared with a list that was begun afterwards.
  if (what === "create") await call("GET", "/config/alerts");
  let next = 0;
  const work = async () => {
    while (next < Number(count)) {
      const index = next++;
      // A new environment gives its ids in the order of creation, from 1.
      if (what === "plan") await call("GET", `/config/alerts/${index + 1}/config`);
      else await create(index);
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, work));
  agent.destroy();
}

void main();
