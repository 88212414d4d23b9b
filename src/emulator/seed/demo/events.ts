/** Three days of the shop's databases: what was done to them, and what became of it. */
import { type EventCreation, type EventWire } from "../../../service";
import { makeEvent } from "../../rules/make-event";
import { hashOf } from "./chance";
import { hosts } from "./hosts";
import { day, hour, lastTimeAt, minute } from "./times";

type Happened = Pick<EventCreation, "start" | "type" | "message"> & Partial<EventCreation>;

const days = [2, 1, 0] as const;

export function shopEvents(now: number): EventWire[] {
  const all = [
    ...days.flatMap((daysAgo) => eachDay(daysAgo * day, now)),
    ...loadTest(lastTimeAt(11, now) - day),
    ...replicaRestart(lastTimeAt(4.3, now) - 2 * day),
    ...migration(lastTimeAt(15.9, now) - day),
  ];
  return all.sort((one, other) => one.start - other.start).map(withIdentity);
}

/** An identifier that is the same each time. */
function withIdentity(event: Happened): EventWire {
  const { start, type, message, host = 0 } = event;
  return { ...makeEvent(event), uuid: hashOf(start, type, message, host).slice(0, 32) };
}

function eachDay(ago: number, now: number): Happened[] {
  const backup = (host: number, endsAt: number, duration: number, message: string) => ({
    start: lastTimeAt(endsAt, now) - ago - duration,
    type: "backup",
    duration,
    host,
    message,
  });
  const deployment = (at: number, service: string, number: number) => {
    const start = lastTimeAt(at, now) - ago;
    const version = `${Math.floor(start / day) % 1000}.${number}`;
    return { start, type: "code deployment", message: `${service} ${version} went out.` };
  };
  return [
    backup(hosts.primary, 2.6, 35 * minute, "Nightly backup of shop is done."),
    backup(hosts.postgres, 3.1, 12 * minute, "Nightly backup of payments and warehouse is done."),
    deployment(9.3, "storefront", 1),
    deployment(15.5, "payments-api", 2),
  ];
}

function loadTest(start: number): Happened[] {
  return [
    { start, type: "load test", duration: hour, message: "Checkout at four times its usual traffic." },
    {
      start: start + 14 * minute,
      type: "Approaching Max MySQL Connections",
      level: "warn",
      host: hosts.primary,
      message: "462 of 500 connections are in use.",
    },
    {
      start: start + 21 * minute,
      type: "Threshold Alert",
      level: "crit",
      host: hosts.primaryServer,
      message: "Metric os.cpu.user_us at 941000, greater than trigger threshold of 900000 for 300 seconds",
    },
    {
      start: start + 38 * minute,
      type: "High Swap Activity",
      level: "warn",
      duration: 6 * minute,
      host: hosts.primaryServer,
      message: "Swapped in and out at 38 MB a second.",
    },
  ];
}

function replicaRestart(start: number): Happened[] {
  const server = { host: hosts.replicaServer };
  const database = { host: hosts.replica };
  return [
    {
      ...server,
      start: start - 4 * minute,
      type: "Host stopped sending data",
      level: "crit",
      message: "Nothing has come from db-2.shop.example for 3 minutes.",
    },
    { ...server, start, type: "Agent Startup", message: "An agent started on db-2.shop.example." },
    {
      ...database,
      start: start + minute,
      type: "Database Server Restart",
      level: "warn",
      message: "db-2.shop.example:3306 restarted: its uptime is 40 seconds.",
    },
    {
      ...database,
      start: start + minute + 20,
      type: "Agent Startup",
      message: "An agent started on db-2.shop.example:3306.",
    },
  ];
}

function migration(start: number): Happened[] {
  const message = "orders: index (customer_id, placed_at) added.";
  return [{ start, type: "schema migration", duration: 8 * minute, host: hosts.primary, message }];
}
