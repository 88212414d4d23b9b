/** Servers, databases and destinations of the demo shop. The settings are fictional, so no notification leaves the machine. */
import { createHash } from "node:crypto";
import { type DestinationWire, type HostWire } from "../../../service";
import { day } from "./reproducible";

/** Host IDs by role. */
export const hosts = { primaryServer: 1, primary: 2, postgres: 3, replicaServer: 4, replica: 5 } as const;

/** Age of the monitoring in seconds. No object was seen earlier. */
export const monitoredFor = 120 * day;

export function shopHosts(now: number): HostWire[] {
  const os = (id: number, name: string, description: string, tags: string[]) =>
    host(now, { id, name, type: "os", parent: 0, bindings: [], description, tags });
  const database = (id: number, parent: number, name: string, type: "mysql" | "pgsql", binding: string) =>
    host(now, { id, name, type, parent, bindings: [binding], description: "", tags: ["env:production"] });
  return [
    os(hosts.primaryServer, "db-1.shop.example", "Primary database server", [
      "env:production",
      "role:primary",
    ]),
    database(hosts.primary, hosts.primaryServer, "db-1.shop.example:3306", "mysql", "10.0.1.11:3306"),
    database(hosts.postgres, hosts.primaryServer, "db-1.shop.example:5432", "pgsql", "10.0.1.11:5432"),
    os(hosts.replicaServer, "db-2.shop.example", "Replica of the orders database", [
      "env:production",
      "role:replica",
    ]),
    database(hosts.replica, hosts.replicaServer, "db-2.shop.example:3306", "mysql", "10.0.1.12:3306"),
    {
      ...os(6, "db-old.shop.example", "Retired", []),
      status: 0,
      lastSeen: now - 40 * day,
      deleted: now - 35 * day,
    },
  ];
}

type HostFields = Pick<HostWire, "id" | "name" | "type" | "parent" | "bindings" | "description" | "tags">;

function host(now: number, { id, name, type, parent, bindings, description, tags }: HostFields): HostWire {
  return {
    id,
    uuid: createHash("sha256").update(name).digest("hex").slice(0, 32),
    created: now - monitoredFor,
    updated: now - 2 * day,
    deleted: 0,
    lastSeen: now,
    parent,
    name,
    bindings,
    type,
    description,
    status: 1,
    tags,
    os: "Linux",
    arch: "x86_64",
    discovered: 0,
  };
}

export function shopDestinations(now: number): DestinationWire[] {
  const common = { status: 1, updated: now - 30 * day };
  return [
    {
      ...common,
      id: 1,
      name: "DBA team mail",
      integration: 1,
      config: { recipient_email: ["dba@shop.example"] },
    },
    {
      ...common,
      id: 2,
      name: "On-call PagerDuty",
      integration: 2,
      config: { secret_key: ["made-up-pagerduty-key"] },
    },
    {
      ...common,
      id: 3,
      name: "#db-alerts",
      integration: 3,
      config: { url: ["https://hooks.chat.example/made-up-slack-path"] },
    },
    {
      ...common,
      id: 4,
      name: "Incident webhook",
      integration: 7,
      config: { url: ["https://incidents.shop.example/hook"], secret_key: ["made-up-webhook-secret"] },
    },
    {
      ...common,
      id: 5,
      name: "Previous team mail",
      integration: 1,
      status: 0,
      config: { recipient_email: ["platform-old@shop.example"] },
    },
  ];
}
