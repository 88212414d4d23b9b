/** An environment of 200 alerts whose strings need escaping in code. */
import { type EnvironmentSeed, type SeedAlert } from "../../src/emulator";
import { shopSeed } from "../support/emulator";

/** Names, categories and annotations. */
const hostileStrings: readonly string[] = [
  'Say "cheese"',
  "It's 'quoted' and \"quoted\"",
  "back\\slash \\n \\u0041 \\",
  "${jsonencode(1)}",
  "$${escaped} $$${more} $$$$${most}",
  "%{ if true }yes%{ endif } %%{x} %%%{y}",
  "`${backticks}`",
  "two\nlines",
  "  indented\n    more\n",
  "ends in newlines\n\n",
  "\r\n windows \r",
  "tab\tand bell\u0007 and escape \u001b[31mred\u001b[0m",
  "nul\u0000nul",
  "🚨 A database is gone",
  "👩‍👩‍👧 family 🏴󠁧󠁢󠁳󠁣󠁴󠁿 flag ❤️ 1️⃣",
  "日本語の名前",
  "Ünïcödé ß Ærøskøbing Łódź",
  "e\u0301 decomposed",
  "\u202eright to left\u202c \u200b \ufeff \u00a0 \u2028 \u2029 \u0085",
  "# not a comment",
  "// nor this */ nor that /*",
  "- item",
  "key: value",
  "{ flow: [map, 1] } & *alias !tag | > % @",
  "yes",
  "null",
  "~",
  "0x1F",
  "1e3",
  "12:30:45",
  "2026-11-21",
  "<<",
  "=",
  "---",
  "...",
  "12345",
  "007",
  "constructor",
  "toString",
  "__proto__",
  "default",
  "for",
  "class",
  "node",
  "CPU high",
  "cpu high",
  "CPU HIGH",
  "CPU high ",
  " CPU high",
  "CPU  high",
  "CPU-high",
  "CPU high 🔥",
  "CPU high!",
  `${"A very long name ".repeat(29)}of 500`.slice(0, 500),
  "x".repeat(500),
  "🦊".repeat(120),
  "EOT\nEOT\n",
  "<<EOT",
  "a".repeat(70) + " annotation that has to stand on a line of its own",
  "ends with a backslash\\",
  "ends with a dollar $",
  "ends with ${",
  "$",
  "%",
  '"',
  "'",
  "[shop",
  "shop/",
  ": ",
];

const teams = ["shop/", "Billing: ", "[search] ", "ops team - "];
const annotations = [
  "",
  "",
  "https://wiki.shop.example/runbook",
  "First line.\nSecond line.\n",
  'It\'s ${HOSTILE} "text"',
];
const levels = ["info", "warn", "crit"] as const;
const numbers = [0, 1, -1, 0.1, 900_000, 1e21, 1.5e-7, 123456.789, 9_007_199_254_740_991, -0.5];

/** Cycles through a list. */
function cycle<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error("The list is empty.");
  return found;
}

/** Gives most alerts of one team the same settings. The other alerts of the team have empty settings. */
function withTeamSettings(seeded: SeedAlert, index: number): SeedAlert {
  const { alert, config } = seeded;
  if (config === undefined || !alert.name.startsWith("ops team - ")) return seeded;
  const isException = index % 5 === 0;
  return {
    alert: {
      ...alert,
      policy: isException ? 3 : 1,
      annotations: isException ? "" : 'See ${RUNBOOK}\n"before" you act.',
      destinations: isException ? [] : [2, 8],
    },
    config: { ...config, hosts: isException ? [] : [1, 9], host_types: isException ? [] : ["mysql"] },
  };
}

function createAlert(name: string, index: number): SeedAlert {
  const destinations = [[1], [2, 3], [], [6, 7], [8, 9, 10], [1, 2, 3, 4, 5], [11, 13]];
  const alert = {
    name,
    annotations: index % 3 === 0 ? cycle(hostileStrings, index) : cycle(annotations, index),
    policy: cycle([1, 2, 2, 2, 3], index),
    disabled: index % 11 === 0 ? (1 as const) : (0 as const),
    destinations: cycle(destinations, index),
  };
  const hosts = cycle([[], [], [1], [2, 6], [5, 7, 8, 9]], index);
  const host_types = cycle([["mysql"], [], ["os", "pgsql"], ["mysql"], ['odd "${type}"']], index);
  if (index % 3 === 1) {
    const categories = [cycle(hostileStrings, index), "code deployment", cycle(hostileStrings, index * 7)];
    return { alert: { ...alert, type: 1 }, config: { hosts, host_types, categories } };
  }
  const metric = cycle(
    [
      "os.cpu.user_us",
      "mysql.repl.seconds_behind_master",
      'odd."${metric}".\\x',
      "host.queries.q.00c0ffee00c0ffee.p99_latency_us",
    ],
    index,
  );
  const condition = {
    alert_level: cycle(levels, index),
    metric,
    trigger: cycle(numbers, index),
    duration: cycle([1, 2, 5], index),
    reset: cycle(numbers, index) - (index % 2),
  };
  return { alert: { ...alert, type: 2 }, config: { hosts, host_types, ...condition } };
}

export const alertCount = 200;
export const incompleteName = 'never "finished"\n${x}';
export const secrets = ["s3cr3t-pager-key", "someone@private.example"];

/** 200 exportable alerts and one incomplete alert. */
export function hostileSeed(): EnvironmentSeed {
  const seed = shopSeed();
  const plain = Array.from(
    { length: alertCount },
    (_, index) => `${cycle(teams, index)}check ${String(index)}`,
  );
  const prefixed = hostileStrings.slice(0, 20).map((text) => `shop/${text}`);
  const names = [...hostileStrings, ...prefixed, ...plain].slice(0, alertCount);
  const destination = (id: number, name: string) => ({
    id,
    name,
    integration: 1,
    config: { secret_key: secrets.slice(0, 1), recipient_email: secrets.slice(1) },
    status: 1,
    updated: 0,
  });
  const [host] = seed.hosts;
  if (host === undefined) throw new Error("The shop has no host.");
  return {
    ...seed,
    destinations: [
      ...seed.destinations,
      ...["Twice", "Twice", 'Odd "${name}"\n%{x}', "👩‍👩‍👧", "e\u0301", "node", "db-alerts-3"].map(
        (name, index) => destination(index + 6, name),
      ),
      destination(13, "db alerts"),
    ],
    hosts: [
      ...seed.hosts,
      { ...host, id: 7, name: "10.0.0.1" },
      { ...host, id: 8, name: 'odd "${host}"\n' },
      { ...host, id: 9, name: "toString" },
    ],
    alerts: [
      ...names.map((name, index) => withTeamSettings(createAlert(name, index), index)),
      { alert: { name: incompleteName, annotations: "", policy: 1, type: 2, disabled: 0, destinations: [] } },
    ],
  };
}
