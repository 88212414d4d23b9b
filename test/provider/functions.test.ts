/** The provider's functions through the real terraform, which has them from version 1.8 on. */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";

const greatest = "18446744073709551615";

const good = `
output "metric" { value = provider::dbmon::query_metric("00C0FFEE00C0FFEE", "errors.tput") }
output "decimal" {
  value = [for hex in ["0000000000000000", "0020000000000001", "ffffffffffffffff", "FFFFFFFFFFFFFFFF"] :
    provider::dbmon::query_id_decimal(hex)]
}
output "hex" { value = [for id in ["0", "9007199254740993", "${greatest}"] : provider::dbmon::query_id_hex(id)] }
output "of_numbers" { value = [for id in [9007199254740993, ${greatest}] : provider::dbmon::query_id_hex(id)] }
output "there_and_back" { value = provider::dbmon::query_id_decimal(provider::dbmon::query_id_hex("12157665459056928801")) }
`;

/** By name of the output: the call, the parameter at fault, and what is said of it. */
const bad: Readonly<Record<string, readonly [call: string, parameter: string, said: string]>> = {
  short: [
    'query_metric("ff", "tput")',
    "query_id",
    '"ff" is not a query ID. Use 16 hexadecimal digits',
  ],
  pathless: [
    'query_metric("00c0ffee00c0ffee", "")',
    "path",
    '"" is not a metric path. Use words separated by dots',
  ],
  dotted: ['query_metric("00c0ffee00c0ffee", ".tput")', "path", '".tput" is not a metric path'],
  swapped: [
    `query_id_decimal("${greatest}")`,
    "hex",
    "is not a query ID. Use 16 hexadecimal digits",
  ],
  large: [
    'query_id_hex("18446744073709551616")',
    "decimal",
    "Use an integer from 0 to 18446744073709551615.",
  ],
  negative: ["query_id_hex(-1)", "decimal", '"-1" is not a query ID in base 10'],
  fraction: ["query_id_hex(1.5)", "decimal", '"1.5" is not a query ID in base 10'],
};

describeWithTerraform("the functions of the provider", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(() => world.stop());

  it("[QUERY-2] [SAMPLE-1] name a query's metrics, and turn its id around without losing a digit", async () => {
    world.configure(good);
    await world.apply();
    expect(await world.outputs()).toEqual({
      metric: "host.queries.q.00c0ffee00c0ffee.errors.tput",
      decimal: ["0", "9007199254740993", greatest, greatest],
      hex: ["0000000000000000", "0020000000000001", "ffffffffffffffff"],
      of_numbers: ["0020000000000001", "ffffffffffffffff"],
      there_and_back: "12157665459056928801",
    });
    expect(world.service.requests.list()).toEqual([]);
  });

  it("say which argument is wrong, and what it should be", async () => {
    const outputs = Object.entries(bad).map(
      ([name, [call]]) => `output "${name}" { value = provider::dbmon::${call} }`,
    );
    world.configure(`${outputs.join("\n")}\n`);
    const run = await world.run(["validate"]);
    expect(run.code).toBe(1);
    const told = run.text.split("Error: ");
    for (const [name, [, parameter, said]] of Object.entries(bad)) {
      const about = told.find((text) => text.includes(`in output "${name}"`));
      expect(about).toContain(`Invalid value for "${parameter}" parameter: `);
      expect(about).toContain(said);
    }
  });
});
