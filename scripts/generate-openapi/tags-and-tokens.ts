/** Which group an operation belongs to, and whose token it takes. */
import { type Endpoint } from "../../src/service";
import { type Json } from "./json-schema";

/** The first whose prefix fits counts. */
const groups = [
  { prefix: "/config/alerts", name: "Alerts", description: "Alerts and their configurations." },
  {
    prefix: "/config/",
    name: "Alert options",
    description: "What an alert can refer to: destinations, integrations, policies, durations.",
  },
  { prefix: "/queries", name: "Queries", description: "Query digests, and samples of their executions." },
  { prefix: "/events", name: "Events", description: "Marks in time. They cannot be changed." },
  { prefix: "/hosts", name: "Hosts", description: "The monitored servers." },
] as const;

export function tagOf(path: string): string {
  const group = groups.find(({ prefix }) => path.startsWith(prefix));
  if (group === undefined) throw new Error(`no group of operations is for ${path}`);
  return group.name;
}

export const tags: readonly Json[] = groups.map(({ name, description }) => ({ name, description }));

const apiToken = { apiToken: [] };
const agentToken = { agentToken: [] };

export function securityOf({ method, token }: Endpoint): readonly Json[] {
  if (token === "agent") return [agentToken];
  return method === "GET" ? [apiToken, agentToken] : [apiToken];
}

/** AUTH-1, AUTH-2. */
export const securitySchemes: Json = {
  apiToken: {
    type: "http",
    scheme: "bearer",
    description:
      "An API token. The token determines the environment that the request acts on. The specification shows only for " +
      "events which tokens are taken: that an API token reads everything and writes alerts is the emulator's choice.",
  },
  agentToken: {
    type: "http",
    scheme: "bearer",
    description:
      "The token of an agent that runs in the target environment, from the agent's configuration file or the application's " +
      "wizard for adding hosts. It is needed to create events. That it reads everything, too, is the emulator's choice.",
  },
};
