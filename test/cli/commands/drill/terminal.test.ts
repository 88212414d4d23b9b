/** A drill on a terminal: questions for codes, and the end of input. */
import { commandBench } from "../../../support/command";
import { onTerminal } from "../../on-terminal";
import { agentToken, codeIn, drillEnvironment, liveAlerts, messageTo } from "./drill-bench";

const bench = commandBench();
const start = () => bench.emulator({ propagationSeconds: 0, agentToken });
const environmentOf = (emulator: Parameters<typeof drillEnvironment>[0]) => ({
  ...drillEnvironment(emulator),
  NO_COLOR: "1",
});
const plain = (shown: string) => shown.replace(/\r/g, "");

/** Answers each question once, in the order of the keys. */
function answering(answers: readonly (readonly [question: string, answer: () => string])[]) {
  let next = 0;
  return (shown: string, type: (text: string) => void) => {
    const [question = "", answer] = answers[next] ?? [];
    const asked = answers.slice(0, next + 1).filter(([one]) => one === question).length;
    if (answer === undefined || shown.split(question).length - 1 < asked) return;
    next++;
    type(answer());
  };
}

it("asks which code each destination received, and never shows it before", async () => {
  const emulator = await start();
  const mail = 'Which code did "DBA team mail" receive? (Enter: not received)';
  const pager = 'Which code did "On-call PagerDuty" receive? (Enter: not received)';
  const code = () => codeIn(messageTo(emulator, "DBA team mail"));
  let shownBefore = "";
  const onOutput = answering([
    ['Only "yes" is accepted:', () => "yes\r"],
    [mail, () => "123456\r"],
    [mail, () => `${code().slice(0, 3)}-${code().slice(3).toLowerCase()}\r`],
    [pager, () => "\r"],
  ]);
  const run = await onTerminal(bench, ["drill", "DBA team mail", "On-call PagerDuty", "--window", "0"], {
    environment: environmentOf(emulator),
    onOutput: (shown, type) => {
      if (!shown.includes("another code")) shownBefore = shown;
      onOutput(shown, type);
    },
  });
  const shown = plain(run.shown);
  expect(run.code).toBe(3);
  expect(shownBefore).not.toContain(code());
  expect(shown).toContain("The destination received another code than that of this drill.");
  expect(shown).toMatch(
    /delivered: "DBA team mail" to a person, who entered the code \d+ seconds? after the event/,
  );
  expect(shown).toContain('not confirmed: "On-call PagerDuty" did not receive the code');
  expect(await liveAlerts(emulator)).toEqual([]);
});

it("--separate recognizes the code of another destination", async () => {
  const emulator = await start();
  const ask = (name: string) => `Which code did "${name}" receive? (Enter: not received)`;
  const swapped = () => `${codeIn(messageTo(emulator, "DBA team mail"))}\r`;
  const onOutput = answering([
    [ask("DBA team mail"), () => "\r"],
    [ask("On-call PagerDuty"), swapped],
    [ask("On-call PagerDuty"), () => "\r"],
  ]);
  const run = await onTerminal(
    bench,
    ["drill", "DBA team mail", "On-call PagerDuty", "--separate", "--yes", "--window", "0"],
    { environment: environmentOf(emulator), onOutput },
  );
  expect(plain(run.shown)).toContain('received the code of "DBA team mail": the two may be swapped.');
  expect(run.code).toBe(3);
  const alerts = emulator
    .environment()
    .outbox()
    .map(({ alert_name: name }) => name);
  expect(new Set(alerts).size).toBe(2);
});

it.each(["\u0003", "\u0004"])(
  "the end of input %j ends the questions, and the alert is deleted",
  async (key) => {
    const emulator = await start();
    const onOutput = answering([["(Enter: not received)", () => key]]);
    const run = await onTerminal(bench, ["drill", "#db-alerts", "--yes", "--window", "0"], {
      environment: environmentOf(emulator),
      onOutput,
    });
    expect(plain(run.shown)).toContain("1 not asked.");
    expect(run.code).toBe(3);
    expect(await liveAlerts(emulator)).toEqual([]);
  },
);

it("the end of input with --separate notifies no further destination", async () => {
  const emulator = await start();
  const onOutput = answering([["(Enter: not received)", () => "\u0003"]]);
  const args = ["drill", "DBA team mail", "On-call PagerDuty", "--separate", "--yes", "--window", "0"];
  const run = await onTerminal(bench, args, { environment: environmentOf(emulator), onOutput });
  expect(plain(run.shown)).toContain('not asked: "On-call PagerDuty" was not drilled');
  expect(emulator.environment().outbox()).toHaveLength(1);
  expect(await liveAlerts(emulator)).toEqual([]);
});
