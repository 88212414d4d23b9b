/** docs/guides/query.md works as written, with an engine that has `terraform query`. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describeSince } from "../support/dbmon-terraform";
import { readGuide, startSteps } from "./guide";
import { OfflineNpm } from "./offline-npm";
import { freePort, Reader } from "./reader";

const guide = readFileSync(resolve(__dirname, "../../docs/guides/query.md"), "utf8");

describeSince({ terraform: "1.14" }, "the guide on terraform query", () => {
  it("works as written", async () => {
    const npm = new OfflineNpm();
    const reader = new Reader(await freePort(), npm.programs);
    try {
      const steps = readGuide(guide.replaceAll("8080", reader.port));
      for (const step of [...startSteps(guide, reader.port), ...steps]) await reader.follow("query.md", step);
    } finally {
      await reader.close();
      npm.remove();
    }
  }, 600_000);
});
