/** A realistic demo environment: the database servers of a small shop. */
import { type Clock, unixSeconds } from "../../clock";
import { emptySeed, type EnvironmentSeed } from "../environment-seed";
import { shopAlerts } from "./alerts";
import { shopDestinations } from "./destinations";
import { shopEvents } from "./events";
import { shopHosts } from "./hosts";
import { shopDigests } from "./queries";
import { shopSamples } from "./samples";

/**
 * The content of the demo environment: hosts, query digests, samples, events, destinations and alerts of a small shop.
 * Timestamps are relative to the clock. The same time always gives the same content, including ids.
 */
export function demoSeed(clock: Clock): EnvironmentSeed {
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
