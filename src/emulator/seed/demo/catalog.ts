/** Servers, databases and destinations of the demo shop. The settings are fictional, so no notification leaves the machine. */
import { createHash } from "node:crypto";
import { type DestinationWire, type HostWire } from "../../../service";
import { day } from "./reproducible";

/** Host IDs by role. */
export const hosts = {
  primaryServer: 1,
  primary: 2,
  postgres: 3,
  replicaServer: 4,
  replica: 5,
  retired: 6,
} as const;

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
      ...os(hosts.retired, "db-old.shop.example", "Retired", []),
      status: 0,
      lastSeen: now - 40 * day,
      deleted: now - 35 * day,
    },
  ];
}

type HostFields = Pick<HostWire, "id" | "name" | "type" | "parent" | "bindings" | "description" | "tags">;

function host(now: number, fields: HostFields): HostWire {
  return {
    ...fields,
    uuid: createHash("sha256").update(fields.name).digest("hex").slice(0, 32),
    created: now - monitoredFor,
    updated: now - 2 * day,
    deleted: 0,
    lastSeen: now,
    status: 1,
    os: "Linux",
    arch: "x86_64",
    discovered: 0,
  };
}

export function shopDestinations(now: number): DestinationWire[] {
  const destination = (
    id: number,
    name: string,
    integration: number,
    config: DestinationWire["config"],
    status = 1,
  ) => ({ id, name, integration, status, updated: now - 30 * day, config });
  return [
    destination(1, "DBA team mail", 1, { recipient_email: ["dba@shop.example"] }),
    destination(2, "On-call PagerDuty", 2, { secret_key: ["made-up-pagerduty-key"] }),
    destination(3, "#db-alerts", 3, { url: ["https://hooks.chat.example/made-up-slack-path"] }),
    destination(4, "Incident webhook", 7, {
      url: ["https://incidents.shop.example/hook"],
      secret_key: ["made-up-webhook-secret"],
    }),
    destination(5, "Previous team mail", 1, { recipient_email: ["platform-old@shop.example"] }, 0),
  ];
}
