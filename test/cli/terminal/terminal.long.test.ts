/** Colors, status line and prompt on a real terminal, created by script(1). */
import { alerts, commandBench, cpuHigh, deployed, environmentOf, writesTo } from "../../support/command";
import { RequestGate } from "../../support/proxies";
import { onTerminal } from "../on-terminal";

const bench = commandBench();

/** Returns the text that remains visible on each line. */
function visibleLines(shown: string): string[] {
  const lines = shown.split("\n").map((line) => line.replace(/\r$/, "").split("\r\u001b[K").at(-1) ?? "");
  return lines.map((line) => line.replaceAll(/\u001b\[\d*[A-Zm]/g, ""));
}

it("shows the plan in color, a prompt, the active changes and a countdown of the window", async () => {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  let hasAnswered = false;
  const { code, shown } = await onTerminal(bench, ["apply", file, "--wait", "--window", "1"], {
    environment: environmentOf(emulator),
    onOutput: (text, type) => {
      if (hasAnswered || !text.includes('Only "yes" is accepted:')) return;
      hasAnswered = true;
      expect(writesTo(emulator)).toEqual([]);
      type("yes\n");
    },
  });
  expect(code).toBe(0);
  expect(shown).toContain(
    `Apply 2 changes to ${emulator.url} (token of DBMON_API_TOKEN)? Only "yes" is accepted:`,
  );
  expect(shown).toContain('\u001b[32m+\u001b[0m "CPU high" will be created');
  expect(shown).toContain('\r\u001b[K[0/2] create "CPU high"');
  expect(shown).toContain("\r\u001b[KAll changes written. Waiting 1 s for them to take effect.");
  const lines = visibleLines(shown).filter((line) => line !== "");
  expect(lines.at(-1)).toBe("Apply: 2 of 2 changes applied.");
  expect(lines.filter((line) => /^\[|All changes written/.test(line))).toEqual([]);
});

it.each([
  ["yes", 0, "Apply: 2 environments."],
  ["no", 3, "Not confirmed. Nothing was written."],
])("shows the changes of all environments, and asks once: %s", async (answer, expectedCode, end) => {
  const tokens = { DBMON_STAGING_TOKEN: "staging-token-1", DBMON_PRODUCTION_TOKEN: "production-token-1" };
  const emulator = await bench.emulator({
    tokens: { [tokens.DBMON_STAGING_TOKEN]: "staging", [tokens.DBMON_PRODUCTION_TOKEN]: "production" },
  });
  const environments = ["staging", "production"].map(
    (name) =>
      `  ${name}: { base_url: "${emulator.url}", api_token: { env: DBMON_${name.toUpperCase()}_TOKEN } }`,
  );
  bench.write("dbmon.yaml", `definitions: [alerts]\nenvironments:\n${environments.join("\n")}\n`);
  bench.write("alerts/a.yaml", alerts(deployed));
  const prompt = 'Apply these changes to the environments staging, production? Only "yes" is accepted:';
  let hasAnswered = false;
  const { code, shown } = await onTerminal(bench, ["apply", "-e", "*"], {
    environment: tokens,
    columns: 100,
    onOutput: (text, type) => {
      if (hasAnswered || !text.includes(prompt)) return;
      hasAnswered = true;
      expect(writesTo(emulator)).toEqual([]);
      type(`${answer}\n`);
    },
  });
  expect(code).toBe(expectedCode);
  const lines = visibleLines(shown);
  expect(lines).toContain("staging, production:");
  expect(lines.filter((line) => line.includes('Only "yes" is accepted'))).toHaveLength(1);
  expect(lines.join("\n")).toContain(end);
  expect(writesTo(emulator).length > 0).toBe(answer === "yes");
});

it("a table fits the terminal, whose longest columns are shortened, and is complete in a pipe", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const piped = await bench.dbmon(["list", "queries"], { environment: { ...environment, COLUMNS: "60" } });
  for (const columns of [60, 100]) {
    const { code, shown } = await onTerminal(bench, ["list", "queries"], { environment, columns });
    expect(code).toBe(0);
    const lines = visibleLines(shown).filter((line) => line !== "" && !line.startsWith("pid "));
    expect(lines).toHaveLength(piped.stdout.trimEnd().split("\n").length);
    const longest = Math.max(...lines.map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(columns);
    expect(lines.some((line) => line.includes("…"))).toBe(true);
  }
  expect(Math.max(...piped.stdout.split("\n").map((line) => line.length))).toBeGreaterThan(100);
  const { shown } = await onTerminal(bench, ["list", "queries"], {
    environment: { ...environment, COLUMNS: "100" },
  });
  expect(Math.max(...visibleLines(shown).map((line) => line.length))).toBe(100);
  // Times stay complete while the query can be shortened.
  expect(shown).toMatch(/Z {2}\S+Z {2}select/);
});

it("a terminal too narrow for a table shows a block of lines per row, with all columns", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  await bench.dbmon(
    ["apply", bench.write("alerts.yaml", alerts(cpuHigh, deployed)), "--yes", "--parallel", "1"],
    { environment },
  );
  const { code, shown } = await onTerminal(bench, ["list", "alerts"], { environment, columns: 40 });
  expect(code).toBe(0);
  expect(visibleLines(shown).slice(1)).toEqual([
    "ID            1",
    "NAME          CPU high",
    "KIND          threshold",
    "STATE         active",
    "POLICY        At most once every 15",
    "              minutes",
    "DESTINATIONS  DBA team mail, On-call",
    "              PagerDuty",
    "",
    "ID            2",
    "NAME          Deployed",
    "KIND          event",
    "STATE         active",
    "POLICY        Every time",
    "DESTINATIONS  -",
    "",
  ]);
});

it("findings and routes are wrapped with a hanging indent on a terminal, and complete in a pipe", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  for (const [columns, indent, args] of [
    [60, 20, ["doctor"]],
    [40, 4, ["doctor"]],
    [40, 2, ["routes", file]],
  ] as const) {
    const { shown } = await onTerminal(bench, args, { environment, columns });
    const lines = visibleLines(shown).slice(1);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(lines.join("\n")).toMatch(new RegExp(`\\S\\n {${String(indent)}}\\S`));
    const piped = await bench.dbmon(args, { environment });
    const printed = piped.stdout + piped.stderr;
    expect(shown.replaceAll(/\u001b\[\d*m/g, "").replaceAll(/\s+/g, " ")).toContain(
      printed.replaceAll(/\s+/g, " ").trim(),
    );
  }
});

it("waits for the service are shown: retries with a countdown, and a request without a response", async () => {
  const emulator = await bench.emulator();
  emulator.faults.add({
    method: "GET",
    path: "*/policy",
    answer: { status: 503, headers: { "Retry-After": "2" } },
    times: 1,
  });
  const gate = await RequestGate.start(emulator.url);
  bench.onClose(() => gate.stop());
  gate.hold("GET", /\/alerts$/);
  const file = bench.write("alerts.yaml", alerts(cpuHigh));
  const { code, shown } = await onTerminal(bench, ["plan", file], {
    environment: environmentOf(gate),
    onOutput: (text) => {
      if (text.includes("Waiting for the service: ")) gate.release();
    },
  });
  expect(code).toBe(0);
  expect(shown).toContain("\r\u001b[KThe service is busy (status 503). Retry 1 of 4 in 2 s.");
  expect(shown).toContain("\r\u001b[KThe service is busy (status 503). Retry 1 of 4 in 1 s.");
  expect(visibleLines(shown).join("\n")).not.toMatch(/busy|Waiting/);
});

it("errors remain visible above the status line", async () => {
  const emulator = await bench.emulator();
  emulator.faults.add({ method: "POST", path: "*/alerts", answer: { status: 400 }, times: 1 });
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  const { code, shown } = await onTerminal(bench, ["apply", file, "--yes", "--parallel", "1"], {
    environment: environmentOf(emulator),
  });
  expect(code).toBe(1);
  const lines = visibleLines(shown).filter((line) => line !== "");
  expect(lines).toContainEqual(expect.stringMatching(/^error: "CPU high": POST .* failed with status 400/));
  expect(lines.at(-1)).toBe("Apply: 1 of 2 changes applied, 1 failed. Changes take effect within a minute.");
});

it.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("%j disables colors", async (setting) => {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", alerts(cpuHigh));
  const { code, shown } = await onTerminal(bench, ["plan", file], {
    environment: { ...environmentOf(emulator), ...setting },
  });
  expect(code).toBe(0);
  expect(shown).toContain('+ "CPU high" will be created');
  expect(shown).not.toMatch(/\u001b\[\d*m/);
});

it("a prompt names alerts that a plan creates and that may exist under another name", async () => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  await bench.dbmon(["apply", bench.write("alerts.yaml", alerts(cpuHigh)), "--yes"], { environment });
  emulator.requests.clear();
  const file = bench.write("alerts.yaml", alerts(cpuHigh.replace("CPU high", "CPU is high")));
  let hasAnswered = false;
  const { code, shown } = await onTerminal(bench, ["apply", file], {
    environment,
    onOutput: (text, type) => {
      if (hasAnswered || !text.includes('Only "yes" is accepted:')) return;
      hasAnswered = true;
      type("no\n");
    },
  });
  expect(code).toBe(3);
  expect(shown).toContain(`Create 1 alert that may exist already, and apply 1 change to ${emulator.url}`);
  expect(writesTo(emulator)).toEqual([]);
});

it("FORCE_COLOR enables colors in a log, without a status line", async () => {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", alerts(cpuHigh));
  const environment = { ...environmentOf(emulator), FORCE_COLOR: "1" };
  const run = await bench.dbmon(["apply", file, "--yes"], { environment });
  expect(run.stdout).toContain("\u001b[32m+\u001b[0m");
  expect(run.stdout + run.stderr).not.toContain("\r");
});

it.each([
  ["apply", "Apply 1 change to http", "To apply without a prompt"],
  ["destroy", "Delete 1 alert from http", "To delete the alerts without a prompt"],
])("a signal at the prompt of %s is not a confirmation", async (command, question, hint) => {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const file = bench.write("alerts.yaml", alerts(deployed));
  if (command === "destroy") await bench.dbmon(["apply", file, "--yes"], { environment });
  emulator.requests.clear();
  let hasSent = false;
  const { code, shown } = await onTerminal(bench, [command, file], {
    environment,
    onOutput: (text) => {
      if (hasSent || !text.includes('Only "yes" is accepted:')) return;
      hasSent = true;
      process.kill(Number(/pid (\d+)/.exec(text)?.[1]), "SIGTERM");
    },
  });
  expect(code).toBe(3);
  expect(shown).toContain(question);
  expect(shown).toMatch(/\nNot confirmed\. Nothing was written\./);
  expect(shown).toContain(hint);
  expect(writesTo(emulator)).toEqual([]);
});
