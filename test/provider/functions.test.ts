/** The provider's functions in Terraform, which supports functions from version 1.8. */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";

const maxId = "18446744073709551615";

const validCalls = `
output "metric" { value = provider::dbmon::query_metric("00C0FFEE00C0FFEE", "errors.tput") }
output "decimal" {
  value = [for hex in ["0000000000000000", "0020000000000001", "ffffffffffffffff", "FFFFFFFFFFFFFFFF"] :
    provider::dbmon::query_id_decimal(hex)]
}
output "hex" { value = [for id in ["0", "9007199254740993", "${maxId}"] : provider::dbmon::query_id_hex(id)] }
output "of_numbers" { value = [for id in [9007199254740993, ${maxId}] : provider::dbmon::query_id_hex(id)] }
output "round_trip" { value = provider::dbmon::query_id_decimal(provider::dbmon::query_id_hex("12157665459056928801")) }
`;

/** By name of the output: the call, the invalid parameter, and the error message. */
const invalidCalls: Readonly<Record<string, readonly [call: string, parameter: string, message: string]>> = {
  short: ['query_metric("ff", "tput")', "query_id", '"ff" is not a query ID. Use 16 hexadecimal digits'],
  pathless: [
    'query_metric("00c0ffee00c0ffee", "")',
    "path",
    '"" is not a metric path. Use words separated by dots',
  ],
  dotted: ['query_metric("00c0ffee00c0ffee", ".tput")', "path", '".tput" is not a metric path'],
  swapped: [`query_id_decimal("${maxId}")`, "hex", "is not a query ID. Use 16 hexadecimal digits"],
  large: [
    'query_id_hex("18446744073709551616")',
    "decimal",
    "Use an integer from 0 to 18446744073709551615.",
  ],
  negative: ["query_id_hex(-1)", "decimal", '"-1" is not a query ID in base 10'],
  fraction: ["query_id_hex(1.5)", "decimal", '"1.5" is not a query ID in base 10'],
};

describeWithTerraform("the provider's functions", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  it("[QUERY-2] [SAMPLE-1] return the metric names of a query, and convert its ID without loss of digits", async () => {
    world.configure(validCalls);
    await world.apply();
    expect(await world.outputs()).toEqual({
      metric: "host.queries.q.00c0ffee00c0ffee.errors.tput",
      decimal: ["0", "9007199254740993", maxId, maxId],
      hex: ["0000000000000000", "0020000000000001", "ffffffffffffffff"],
      of_numbers: ["0020000000000001", "ffffffffffffffff"],
      round_trip: "12157665459056928801",
    });
    expect(world.service.requests.list()).toEqual([]);
  });

  it("report which argument is invalid, and the valid values", async () => {
    const outputs = Object.entries(invalidCalls).map(
      ([name, [call]]) => `output "${name}" { value = provider::dbmon::${call} }`,
    );
    world.configure(`${outputs.join("\n")}\n`);
    const run = await world.run(["validate"]);
    expect(run.code).toBe(1);
    const errors = run.text.split("Error: ");
    for (const [name, [, parameter, message]] of Object.entries(invalidCalls)) {
      const error = errors.find((text) => text.includes(`in output "${name}"`));
      expect(error).toContain(`Invalid value for "${parameter}" parameter: `);
      expect(error).toContain(message);
    }
    expect(run.text).toContain('for example "errors.tput".');
    expect(run.text).not.toMatch(/\.["']?\.(\s|$)/m);
  });
});
