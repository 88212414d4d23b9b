/**
 * A small believable environment for a first look: a shop's two database servers, what runs on them, what happened to them
 * in the last days, and the people on call for them. The same for the same time, to the last id.
 */
import { type Clock, unixSeconds } from "../../clock";
import { emptySeed } from "../basics";
import { type EnvironmentSeed } from "../fill";
import { shopAlerts } from "./alerts";
import { shopDestinations } from "./destinations";
import { shopEvents } from "./events";
import { shopHosts } from "./hosts";
import { shopDigests } from "./queries";
import { shopSamples } from "./samples";

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
