/** A realistic demo environment: the database servers of a small shop. */
import { type EmulatorClock, unixSeconds } from "../../clock";
import { emptySeed, type EnvironmentSeed } from "../environment-seed";
import { neglectedAlerts, shopAlerts } from "./alerts";
import { shopDestinations, shopHosts } from "./catalog";
import { checkoutTimeouts, shopEvents } from "./events";
import { shopDigests } from "./queries";
import { shopSamples } from "./samples";

/**
 * The content of the demo environment: hosts, query digests, samples, events, destinations and alerts of a small shop.
 * Timestamps are relative to the clock. The same time always gives the same content, including IDs.
 */
export function demoSeed(clock: EmulatorClock): EnvironmentSeed {
  const now = unixSeconds(clock);
  return {
    ...emptySeed,
    destinations: shopDestinations(now),
    hosts: shopHosts(now),
    digests: shopDigests(now),
    samples: shopSamples(now),
    events: shopEvents(now),
    alerts: shopAlerts,
  };
}

/** The demo environment after some years: an audit has a finding of each check that needs no rules. */
export function auditSeed(clock: EmulatorClock): EnvironmentSeed {
  const seed = demoSeed(clock);
  const now = unixSeconds(clock);
  const events = [...(seed.events ?? []), ...checkoutTimeouts(now)];
  return {
    ...seed,
    events: events.sort((one, other) => one.start - other.start),
    alerts: [...shopAlerts, ...neglectedAlerts],
  };
}
