/** The tags and security requirements of operations. */
import { type Endpoint } from "../../src/service";
import { type Json } from "./json-schema";

/** The first matching prefix applies. */
const groups = [
  { prefix: "/config/alerts", name: "Alerts", description: "Alerts and their configurations." },
  {
    prefix: "/config/",
    name: "Alert options",
    description: "Objects that alerts refer to: destinations, integrations, policies and durations.",
  },
  { prefix: "/queries", name: "Queries", description: "Query digests and query samples." },
  { prefix: "/events", name: "Events", description: "Events. They cannot be changed or deleted." },
  { prefix: "/hosts", name: "Hosts", description: "Monitored servers and databases." },
] as const;

export function tagOf(path: string): string {
  const group = groups.find(({ prefix }) => path.startsWith(prefix));
  if (group === undefined) throw new Error(`no tag matches ${path}`);
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
      "An API token. The token selects the environment of the request. The specification defines the accepted tokens only " +
      "for events. In the emulator, API tokens read everything and write alerts.",
  },
  agentToken: {
    type: "http",
    scheme: "bearer",
    description:
      "The token of an agent in the target environment, from the agent's configuration file or the wizard for adding hosts. " +
      "It is required to create events. In the emulator, agent tokens also read everything.",
  },
};
