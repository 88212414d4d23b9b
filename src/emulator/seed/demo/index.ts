/** A realistic demo environment: the database servers of a small shop. */
import { type EmulatorClock, unixSeconds } from "../../clock";
import { emptySeed, type EnvironmentSeed } from "../environment-seed";
import { neglectedAlerts, shopAlerts } from "./alerts";
import { shopDestinations, shopHosts } from "./catalog";
import { checkoutTimeouts, shopEvents } from "./events";
import { shopDigests } from "./queries";
import { shopSamples } from "./samples";

/**
 * The content of the demo environment after some years: hosts, query digests, samples, events, destinations and alerts of a small shop.
 * An audit has a finding of each check that needs no rules. Timestamps are relative to the clock. The same time always gives the same
 * content, including IDs.
 */
export function demoSeed(clock: EmulatorClock): EnvironmentSeed {
  const seed = cleanSeed(clock);
  const events = [...(seed.events ?? []), ...checkoutTimeouts(unixSeconds(clock))];
  return {
    ...seed,
    events: events.sort((one, other) => one.start - other.start),
    alerts: [...shopAlerts, ...neglectedAlerts],
  };
}

/** The demo environment without the alerts that an audit finds. */
export function cleanSeed(clock: EmulatorClock): EnvironmentSeed {
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
