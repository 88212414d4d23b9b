/** `dbmon samples`: executions of the queries of one family. */
import { type Command } from "commander";
import { type QuerySample } from "../../service";
import { countingNumber, queryId, someText } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { searchedHost } from "../host-references";
import { type Shown, showList, type ShowOptions } from "../lists/show-list";
import { readingWith } from "../reading";
import { checkInterval, timeText, when, whenHelp } from "../times";

interface Flags extends ShowOptions {
  readonly from?: number;
  readonly until?: number;
  readonly host?: string;
  readonly limit?: number;
  readonly brief?: boolean;
}

export function registerSamplesCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("samples")
      .description("list samples of one query family")
      .argument("<query-id>", "16 hexadecimal digits, as dbmon queries shows them", queryId)
      .option("--from <when>", `run since then, ${whenHelp}`, when)
      .option("--until <when>", "run until then, likewise", when)
      .option("--host <id|name>", "only of the host", someText)
      .option("--limit <n>", "list at most so many (default: the service's)", countingNumber)
      .option("--brief", "without text and plan")
      .option("--json", "print JSON, with the whole text and the plan"),
    { examples: ["dbmon samples 00c0ffee00c0ffee --from -3600 --limit 10"] },
  ).action(async (family: string, flags: Flags) => {
    checkInterval(flags);
    const { from, until, limit, brief } = flags;
    const samples = await readingWith(context, async (session) => {
      const host = flags.host === undefined ? undefined : await searchedHost(session, flags.host);
      return session.client.listSamples({ queryId: family, from, until, limit, host, isBrief: brief });
    });
    showList(context, shownSamples, samples, flags);
  });
}

const shownSamples: Shown<QuerySample> = {
  noun: "samples",
  columns: [
    { title: "TIME", value: ({ ts }) => timeText(ts) },
    { title: "HOST", value: ({ host }) => host },
    { title: "DATABASE", value: ({ database }) => database, widest: 24 },
    { title: "USER", value: ({ user }) => user, widest: 24 },
    { title: "ORIGIN", value: ({ origin }) => origin, widest: 32 },
    { title: "LATENCY", value: ({ latency }) => latency },
    { title: "QUERY", value: ({ text }) => text, widest: 80 },
  ],
  document: (sample) => ({
    query_id: sample.queryId,
    time: timeText(sample.ts) ?? null,
    host: sample.host,
    database: sample.database,
    user: sample.user,
    origin: sample.origin,
    application_name: sample.applicationName,
    connection_id: sample.connectionId,
    latency: sample.latency,
    text: sample.text ?? null,
    truncated: sample.isTruncated,
    plan: sample.plan ?? null,
    failed_rules: sample.failedRules ?? null,
  }),
};
