/** An interrupt ends blocking work at once, except while another environment writes. */
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { runInEnvironments } from "../../../src/cli/environments/run";
import { type CliContext } from "../../../src/cli/framework/context";
import { type Report } from "../../../src/reports";
import { quietContext } from "../../support/command-line";
import { environmentsBench } from "./environments-bench";

const bench = environmentsBench();
const report: Report = { kind: "failure", title: "Apply", findings: [], problems: [] };

it("blocking work of an environment cannot be interrupted while another one writes", async () => {
  bench.configure();
  const blocked: string[] = [];
  let current = "";
  const context: CliContext = {
    ...quietContext,
    runBlocking: (work) => {
      blocked.push(current);
      return work();
    },
  };
  const block = (own: CliContext, name: string) => {
    current = name;
    own.runBlocking(() => undefined);
  };
  const events = new EventEmitter();
  const flags = { environment: ["*"], config: join(bench.folder(), "dbmon.yaml"), yes: true } as const;
  await runInEnvironments(context, flags, {
    title: "Apply",
    prepare: async (own) => {
      if (own.target?.environment?.name === "staging") {
        await once(events, "writing");
        block(own, "while the other writes");
        events.emit("blocked");
        return { result: { code: 0, report } };
      }
      block(own, "before it writes");
      const execute = async () => {
        const wait = once(events, "blocked");
        events.emit("writing");
        await wait;
        return { code: 0, report } as const;
      };
      return {
        result: { code: 0, report },
        changes: { origin: {}, report, question: "Apply?", purpose: "apply", shown: undefined, execute },
      };
    },
    complete: (own) => {
      block(own, "after the writes");
    },
  });
  expect(blocked).toEqual(["before it writes", "after the writes"]);
});
