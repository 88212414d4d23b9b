/** `dbmon help`: the usage of the program and of its commands, and topics. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { commandBench } from "../../../support/command";
import { parseCommandLine } from "../../../support/command-line";

const bench = commandBench();

it.each(["--help", "-h"])(
  "%s prints the generated text, which is the help of the definitions",
  async (option) => {
    expect(await bench.dbmon([option])).toEqual(await bench.dbmon(["help"]));
  },
);

it("dbmon plan --help fits on a screen of 40 lines", async () => {
  const { stdout } = await bench.dbmon(["plan", "--help"]);
  expect(stdout.trimEnd().split("\n").length).toBeLessThan(40);
});

it("dbmon --help shows at most 25 commands", async () => {
  const { stdout } = await bench.dbmon(["--help"]);
  const commands = stdout.slice(0, stdout.indexOf("Environment:")).match(/^ {2}[a-z]/gm) ?? [];
  expect(commands.length).toBeLessThanOrEqual(25);
});

it.each([
  ["help nope", "unknown command or topic 'nope'"],
  ["event help nope", "unknown command 'nope'"],
])("%s reports an unknown command", async (line, what) => {
  const args = line.split(" ");
  const run = await parseCommandLine(args);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(`error: ${what}\n`);
  const { stdout } = await parseCommandLine([...args, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ dbmon: 1, problems: [{ code: "usage", what }] });
});

describe("dbmon help TOPIC", () => {
  it("lists the topics in the help of the program", async () => {
    const { stdout } = await parseCommandLine(["help"]);
    expect(stdout).toMatch(
      /\nTopics of dbmon help TOPIC:\n {2}accept +take .*\n(?: {2}\w+ .*\n){5} {2}rules /,
    );
  });

  it.each(["adoption", "environments", "propagation", "rules"])(
    "prints the short form of %s",
    async (topic) => {
      const { code, stdout, stderr } = await parseCommandLine(["help", topic]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expectShortForm(topic, stdout);
    },
  );

  it.each(["accept", "drift"])("prints that of %s above the usage of the command", async (topic) => {
    const { code, stdout } = await parseCommandLine(["help", topic]);
    const usage = await parseCommandLine([topic, "--help"]);
    expect(code).toBe(0);
    expect(stdout.endsWith(`\n\n${usage.stdout}`)).toBe(true);
    expectShortForm(topic, stdout.slice(0, -usage.stdout.length));
  });

  it("shows the usage of other commands", async () => {
    expect(await parseCommandLine(["help", "plan"])).toEqual(await parseCommandLine(["plan", "--help"]));
  });

  it("hints at near topics and commands", async () => {
    const hintFor = async (word: string) => (await parseCommandLine(["help", word])).stderr.split("\n")[1];
    expect(await hintFor("adopton")).toBe("(Did you mean adoption?)");
    expect(await hintFor("rule")).toBe("(Did you mean rules?)");
    expect(await hintFor("aply")).toBe("(Did you mean apply?)");
  });
});

/** At most 120 words in lines that fit a terminal, with the page that explains more. */
function expectShortForm(topic: string, text: string): void {
  expect(text.split("\n", 1)).toEqual([topic.toUpperCase()]);
  expect(text.split(/\s+/).filter((word) => word !== "").length).toBeLessThanOrEqual(120);
  expect(text.split("\n").filter((line) => line.length > 79)).toEqual([]);
  const [, page = ""] = /\nMore: (docs\/\S+\.md)\s*$/.exec(text) ?? [];
  expect(existsSync(resolve(__dirname, "../../../..", page)) && page !== "").toBe(true);
}
