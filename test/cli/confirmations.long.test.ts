/** Confused and hostile programs: whatever they call, nothing is written that a confirmation did not show before. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../src/emulator";
import { commandBench, type Run, token } from "../support/command";
import { parseCommandLine } from "../support/command-line";
import { send } from "../support/emulator";
import { createRandom } from "../support/random";

jest.setTimeout(1_800_000);
const bench = commandBench();

/** `npm run test:confirmations` runs 200. */
const sequences = Number(process.env["DBMON_CONFIRMATION_SEQUENCES"] ?? 30);
const callsPerSequence = 12;

interface PlannedChange {
  readonly name: string;
  readonly id?: number;
  readonly calls: readonly string[];
  readonly desired?: { readonly policy: number; readonly annotations: string };
}

interface Shown {
  readonly folder: string;
  readonly url: string;
  readonly digest: string;
  readonly changes: readonly PlannedChange[];
  /** What definitions become. Undefined for a plan. */
  readonly patch?: string;
}

interface Printed {
  readonly status: string;
  readonly confirmation?: {
    readonly digest: string;
    readonly command: string;
    readonly plan?: { readonly changes: readonly PlannedChange[] };
    readonly patch?: string;
  };
}

const alert = (name: string, policy: number) =>
  `  - { name: ${name}, policy: ${policy}, destinations: [1], annotations: ${name}${policy}, event: { categories: [x] } }\n`;
const versions = ["A", "B", "C"].flatMap((name) => [
  `alerts:\n${alert(name, 1)}`,
  `alerts:\n${alert(name, 2)}${alert("D", 1)}`,
]);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const calls: Readonly<Record<string, (id: string) => string>> = {
  createAlert: () => "POST /alerts",
  updateAlert: (id) => `PUT /alerts/${id}`,
  writeAlertConfig: (id) => `PUT /alerts/${id}/config`,
  deleteAlert: (id) => `DELETE /alerts/${id}`,
};

/** The writes since an earlier number of requests, with what they set. */
function writesSince(emulator: ServiceEmulator, count: number) {
  return emulator.requests
    .list()
    .slice(count)
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => ({ call: `${method} ${path.replace("/api/v2/config", "")}`, body }));
}

/** Whether each write belongs to a change that was shown. A new alert has an ID that nobody knew. */
function expectShown(writes: ReturnType<typeof writesSince>, { changes }: Shown): void {
  const left = changes.flatMap((change) =>
    change.calls.map((name) => ({ change, pattern: calls[name]?.(String(change.id ?? "*")) ?? "" })),
  );
  for (const { call, body } of writes) {
    const index = left.findIndex(
      ({ pattern }) => pattern === call || pattern === call.replace(/\/alerts\/\d+/, "/alerts/*"),
    );
    expect({ call, left: left.map(({ pattern }) => pattern), isShown: index >= 0 }).toMatchObject({
      isShown: true,
    });
    const [found] = left.splice(index, 1);
    if (!/\/alerts(?:\/\d+)?$/.test(call) || body === undefined || body === "") continue;
    const desired = found?.change.desired;
    if (desired === undefined) continue;
    const { policy, annotations } = desired;
    expect(JSON.parse(body)).toMatchObject({ name: found?.change.name, policy, annotations });
  }
}

it(`${sequences} sequences of calls write only what was shown, and each digest works once`, async () => {
  const emulators = [await bench.emulator(), await bench.emulator()] as const;
  const shown: Shown[] = [];
  const used = new Set<Shown>();
  const counts = { written: 0, edited: 0, refused: 0, shown: 0 };
  const home = process.cwd();
  try {
    for (let seed = 1; seed <= sequences; seed += 1) await runSequence(seed);
  } finally {
    process.chdir(home);
  }
  // The calls reach what they are to test.
  expect(counts.written).toBeGreaterThan(sequences / 4);
  expect(counts.edited).toBeGreaterThan(0);
  expect(counts.refused).toBeGreaterThan(sequences);
  expect(counts.shown).toBeGreaterThan(sequences);

  async function runSequence(seed: number): Promise<void> {
    const random = createRandom(seed);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const name = `s${String(seed)}`;
    const folder = join(bench.folder(), name);
    mkdirSync(folder);
    process.chdir(folder);
    const file = (path: string) => join(folder, path);
    writeFileSync(file("alerts.yaml"), pick(versions));
    const plans: string[] = [];
    const own = () => shown.filter((one) => one.folder === folder);

    /** Every tenth sequence runs processes. */
    const run = async (args: readonly string[], environment: Record<string, string>): Promise<Run> =>
      seed % 10 === 0
        ? bench.dbmon(args, { environment, cwd: name })
        : parseCommandLine(args, { PATH: process.env.PATH ?? "", ...environment });

    const call = async (args: readonly string[], emulator = pick(emulators)) => {
      const before = emulators.map(({ requests }) => requests.list().length);
      const definitions = readFileSync(file("alerts.yaml"), "utf8");
      const words = [...args, "--json"];
      const { code, stdout } = await run(words, { DBMON_BASE_URL: emulator.url, DBMON_API_TOKEN: token });
      const document = JSON.parse(stdout) as Printed;
      const digest = args[args.indexOf("--digest") + 1] ?? "";
      const approved = shown.find(
        (one) => one.digest === digest && one.folder === folder && one.url === emulator.url && !used.has(one),
      );
      const writes = emulators.map((one, index) => writesSince(one, before[index] ?? 0));
      const isEdited = readFileSync(file("alerts.yaml"), "utf8") !== definitions;
      const context = { seed, args, code, status: document.status, isApproved: approved !== undefined };
      if (writes.flat().length > 0 || isEdited) {
        expect(context).toMatchObject({ isApproved: true });
        if (approved === undefined) return;
        used.add(approved);
        expectShown(writes.flat(), approved);
        if (isEdited) expect(approved.patch ?? "").not.toBe("");
        counts[isEdited ? "edited" : "written"] += 1;
      } else if (args.includes("--digest") && code === 3) counts.refused += 1;
      const { confirmation } = document;
      if (confirmation === undefined) return;
      expect({ ...context, writes: writes.flat().length }).toMatchObject({
        code: 3,
        status: "confirmation-required",
        writes: 0,
      });
      const { plan, patch, digest: issued } = confirmation;
      const one = { folder, url: emulator.url, digest: issued, changes: plan?.changes ?? [] };
      shown.push(patch === undefined ? one : { ...one, patch });
      counts.shown += 1;
      const [, path] = /--plan (\S+)/.exec(confirmation.command) ?? [];
      if (path !== undefined && existsSync(file(path))) {
        const copy = `copy${String(plans.length)}.json`;
        writeFileSync(file(copy), readFileSync(file(path)));
        plans.push(path, copy);
      }
    };

    const edit = (): string => {
      const source = plans.length === 0 ? undefined : pick(plans);
      if (source === undefined || !existsSync(file(source))) return "none.json";
      const text = readFileSync(file(source), "utf8");
      const changed = pick([
        text.replaceAll(/"policy": \d/g, '"policy": 3'),
        text.replaceAll('"annotations": "', '"annotations": "evil'),
        text.replaceAll(/"name": "([A-D])"/g, '"name": "$1x"'),
        text.replace(/"held": \[[^\]]*\]/, '"held": []'),
        text.replace(/"hash": "\w{4}/, '"hash": "0000'),
        text.replaceAll(emulators[0].url, emulators[1].url),
        `${text} `,
      ]);
      writeFileSync(file("edited.json"), changed);
      return "edited.json";
    };

    const digests = (plan: string): string[] => {
      const text = existsSync(file(plan)) ? readFileSync(file(plan), "utf8") : "";
      const all = [...own().slice(-3), ...shown.slice(-6)].map((one) => one.digest);
      const origins = emulators.map(({ url }) => `${url} (token of DBMON_API_TOKEN)`);
      return [...all, ...all, sha256(text), ...origins.map((one) => sha256(JSON.stringify([text, [one]])))];
    };

    const actions: readonly (() => Promise<void> | void)[] = [
      () => call([pick(["apply", "apply", "destroy"]), "alerts.yaml"]),
      () => call(["apply", "alerts.yaml", "--prune", "*", "--max-deletes", "100"]),
      () => call(["apply", "--plan", plans.length === 0 ? "none.json" : pick(plans)]),
      () => call(["accept", "alerts.yaml", "--no-wait"]),
      () => call(["accept", "alerts.yaml", "--no-wait", "--digest", pick(digests("none"))]),
      ...Array.from({ length: 3 }, () => () => {
        const last = own().at(-1);
        const emulator = emulators.find(({ url }) => url === last?.url) ?? pick(emulators);
        if (last === undefined) return;
        if (last.patch !== undefined)
          return call(["accept", "alerts.yaml", "--no-wait", "--digest", last.digest], emulator);
        return call(["apply", "--plan", plans.at(-1) ?? "none.json", "--digest", last.digest], emulator);
      }),
      () => {
        const plan = pick([edit(), ...plans]);
        return call(["apply", "--plan", plan, "--digest", pick(digests(plan))]);
      },
      () => {
        const plan = edit();
        return call(["apply", "--plan", plan, "--digest", pick(digests(plan))]);
      },
      () => {
        writeFileSync(file("alerts.yaml"), pick(versions));
      },
      () => {
        pick(emulators).clock.advance(pick([30, 61, 86_400]));
      },
      async () => {
        const { url } = pick(emulators);
        const { json } = await send(url, "GET", "/api/v2/config/alerts", { token });
        const { data } = json as { data: readonly { id: number }[] };
        if (data.length > 0)
          await send(url, "DELETE", `/api/v2/config/alerts/${String(pick(data).id)}`, { token });
      },
    ];
    await call(["apply", "alerts.yaml"]);
    for (let step = 0; step < callsPerSequence; step += 1) await pick(actions)();
  }
});
