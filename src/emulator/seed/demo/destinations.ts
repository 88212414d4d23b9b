/** A small believable environment for a first look: a shop's two database servers, and the people on call for them. */
import { createHash } from "node:crypto";
import { type Clock, unixSeconds } from "../clock";
import { type DestinationWire, type HostWire } from "../../service";
import { type EnvironmentSeed } from "./fill";
import { emptySeed } from "./basics";

const day = 86_400;

export function demoSeed(clock: Clock): EnvironmentSeed {
  const now = unixSeconds(clock);
  return { ...emptySeed, destinations: demoDestinations(now), hosts: demoHosts(now) };
}

/** The settings are made up: they reach nobody. */
function demoDestinations(now: number): DestinationWire[] {
  const shown = { status: 1, updated: now - 30 * day };
  return [
    {
      ...shown,
      id: 1,
      name: "DBA team mail",
      integration: 1,
      config: { recipient_email: ["dba@shop.example"] },
    },
    {
      ...shown,
      id: 2,
      name: "On-call PagerDuty",
      integration: 2,
      config: { secret_key: ["made-up-pagerduty-key"] },
    },
    {
      ...shown,
      id: 3,
      name: "#db-alerts",
      integration: 3,
      config: { url: ["https://hooks.chat.example/made-up-slack-path"] },
    },
    {
      ...shown,
      id: 4,
      name: "Incident webhook",
      integration: 7,
      config: { url: ["https://incidents.shop.example/hook"], secret_key: ["made-up-webhook-secret"] },
    },
    {
      ...shown,
      id: 5,
      name: "Former team mail",
      integration: 1,
      status: 0,
      config: { recipient_email: ["platform-old@shop.example"] },
    },
  ];
}

function demoHosts(now: number): HostWire[] {
  const os = (id: number, name: string, description: string, tags: string[]) =>
    host(now, { id, name, type: "os", parent: 0, bindings: [], description, tags });
  const database = (id: number, parent: number, name: string, type: "mysql" | "pgsql", binding: string) =>
    host(now, { id, name, type, parent, bindings: [binding], description: "", tags: ["env:production"] });
  return [
    os(1, "db-1.shop.example", "Primary database server", ["env:production", "role:primary"]),
    database(2, 1, "db-1.shop.example:3306", "mysql", "10.0.1.11:3306"),
    database(3, 1, "db-1.shop.example:5432", "pgsql", "10.0.1.11:5432"),
    os(4, "db-2.shop.example", "Replica of the orders database", ["env:production", "role:replica"]),
    database(5, 4, "db-2.shop.example:3306", "mysql", "10.0.1.12:3306"),
    {
      ...os(6, "db-old.shop.example", "Retired", []),
      status: 0,
      lastSeen: now - 40 * day,
      deleted: now - 35 * day,
    },
  ];
}

type HostTraits = Pick<HostWire, "id" | "name" | "type" | "parent" | "bindings" | "description" | "tags">;

function host(now: number, { id, name, type, parent, bindings, description, tags }: HostTraits): HostWire {
  return {
    id,
    uuid: createHash("sha256").update(name).digest("hex").slice(0, 32),
    created: now - 120 * day,
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
