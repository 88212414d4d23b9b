/** Web addresses in annotations become links of the page: where they end, in any text. */
import { alerts, commandBench, environmentOf } from "../support/command";

const bench = commandBench();

it.each([
  ["https://wiki.example/Lag_(MySQL)", "https://wiki.example/Lag_(MySQL)"],
  ["(see https://wiki.example/Lag_(MySQL).)", "https://wiki.example/Lag_(MySQL)"],
  ["(https://wiki.example/lag)", "https://wiki.example/lag"],
  ["https://wiki.example/lag|Lag", "https://wiki.example/lag"],
  ["<https://wiki.example/lag>", "https://wiki.example/lag"],
  ["手順はhttps://wiki.example/lag。次に", "https://wiki.example/lag"],
  ["（https://wiki.example/lag）", "https://wiki.example/lag"],
])("the page links to the address in %s", async (annotations, address) => {
  const event = "event: { categories: [x] }";
  const definition = `\n  - { name: Noted, policy: 1, annotations: "${annotations}", ${event} }\n`;
  const file = bench.write("alerts.yaml", alerts(definition));
  const environment = environmentOf(await bench.emulator());
  const { stdout } = await bench.dbmon(["plan", file, "--format", "html"], { environment });
  expect(stdout).toContain(`href="${address}"`);
});
