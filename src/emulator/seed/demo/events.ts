import { type EventCreation, type EventWire } from "../../../service";
import { makeEvent } from "../../rules/make-event";
import { hosts } from "./catalog";
import { day, hashOf, hour, lastTimeAt, minute } from "./reproducible";

type DemoEvent = Pick<EventCreation, "start" | "type" | "message"> & Partial<EventCreation>;

const days = [2, 1, 0] as const;

export function shopEvents(now: number): EventWire[] {
  const all = [
    ...days.flatMap((daysAgo) => dailyEvents(daysAgo * day, now)),
    ...loadTest(lastTimeAt(11, now) - day),
    ...replicaRestart(lastTimeAt(4.3, now) - 2 * day),
    ...migration(lastTimeAt(15.9, now) - day),
  ];
  return all.sort((one, other) => one.start - other.start).map(withReproducibleUuid);
}

export const timeoutCategory = "checkout timeout";
/** By day, from yesterday on. */
const timeoutsPerDay = [9, 4, 12, 38, 21, 7, 3, 0, 5, 11, 6, 2];

export function checkoutTimeouts(now: number): EventWire[] {
  return timeoutsPerDay.flatMap((count, daysAgo) =>
    Array.from({ length: count }, (_, index) =>
      withReproducibleUuid({
        start: lastTimeAt(9, now) - (daysAgo + 1) * day + index * 7 * minute,
        type: timeoutCategory,
        message: "A customer waited 30 seconds for the payment.",
      }),
    ),
  );
}

/** Replaces the random UUID with a reproducible one. */
function withReproducibleUuid(event: DemoEvent): EventWire {
  const { start, type, message, host = 0 } = event;
  return { ...makeEvent(event), uuid: hashOf(start, type, message, host).slice(0, 32) };
}

function dailyEvents(ago: number, now: number): DemoEvent[] {
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
    return { start, type: "code deployment", message: `${service} ${version} deployed.` };
  };
  return [
    backup(hosts.primary, 2.6, 35 * minute, "Nightly backup of shop completed."),
    backup(hosts.postgres, 3.1, 12 * minute, "Nightly backup of payments and warehouse completed."),
    deployment(9.3, "storefront", 1),
    deployment(15.5, "payments-api", 2),
  ];
}

function loadTest(start: number): DemoEvent[] {
  return [
    { start, type: "load test", duration: hour, message: "Checkout at four times its normal traffic." },
    {
      start: start + 14 * minute,
      type: "Approaching Max MySQL Connections",
      level: "warn",
      host: hosts.primary,
      message: "462 of 500 connections in use.",
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
      message: "Swap activity at 38 MB/s.",
    },
  ];
}

function replicaRestart(start: number): DemoEvent[] {
  const server = { host: hosts.replicaServer };
  const database = { host: hosts.replica };
  return [
    {
      ...server,
      start: start - 4 * minute,
      type: "Host stopped sending data",
      level: "crit",
      message: "No data from db-2.shop.example for 3 minutes.",
    },
    { ...server, start, type: "Agent Startup", message: "Agent started on db-2.shop.example." },
    {
      ...database,
      start: start + minute,
      type: "Database Server Restart",
      level: "warn",
      message: "db-2.shop.example:3306 restarted (uptime 40 seconds).",
    },
    {
      ...database,
      start: start + minute + 20,
      type: "Agent Startup",
      message: "Agent started on db-2.shop.example:3306.",
    },
  ];
}

function migration(start: number): DemoEvent[] {
  const message = "Added index (customer_id, placed_at) to orders.";
  return [{ start, type: "schema migration", duration: 8 * minute, host: hosts.primary, message }];
}
