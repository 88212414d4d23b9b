/** The cost of differences, which `dbmon plan` computes for each changed alert. */
import { differenceOf } from "../../../src/alerting";
import { createRandom } from "../../support/random";
import { known, RandomAlerts } from "./random-alerts";

it("compares 10,000 changed alerts in seconds of CPU time", () => {
  const alerts = new RandomAlerts(createRandom(2));
  const pairs = Array.from({ length: 10_000 }, () => alerts.pair());
  for (const [before, after] of pairs.slice(0, 2000)) differenceOf(before, after, known);
  const start = process.cpuUsage();
  for (const [before, after] of pairs) differenceOf(before, after, known);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(6000);
});
