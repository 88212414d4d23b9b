/**
 * Reads that lag behind our own writes (PROP-1), through the real terraform: for one window the service shows what was there
 * before, and no plan may call that drift; what is nobody's old value is drift at once.
 */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";

interface Alert {
  readonly name: string;
  readonly policy?: number;
  readonly categories?: readonly string[];
  readonly trigger?: number;
}

/** By address. */
type Stack = Readonly<Record<string, Alert>>;

const provider = 'provider "dbmon" {}\n';

function hclOf(stack: Stack): string {
  const resources = Object.entries(stack).map(([address, { name, policy = 1, categories, trigger = 90 }]) => {
    const kind =
      categories === undefined
        ? `threshold = { alert_level = "crit", metric = "m", trigger = ${trigger}, duration = 1, reset = 80 }`
        : `event = { categories = ${JSON.stringify(categories)} }`;
    return `resource "dbmon_alert" "${address}" {\n  name = "${name}"\n  policy = ${policy}\n  ${kind}\n}\n`;
  });
  return provider + resources.join("");
}

const before: Stack = {
  settings: { name: "settings" },
  config: { name: "config" },
  both: { name: "both" },
  renamed: { name: "old name" },
  kind: { name: "kind" },
  deleted: { name: "deleted" },
  untouched: { name: "untouched" },
};

/** Each alert written in its own way, from a number that says which time it is. */
const after = (time: number): Stack => ({
  settings: { name: "settings", policy: 1 + time },
  config: { name: "config", trigger: 90 + time },
  both: { name: "both", policy: 1 + time, trigger: 90 + time },
  renamed: { name: `name ${time}` },
  kind: time % 2 === 0 ? { name: "kind" } : { name: "kind", categories: ["x"] },
  untouched: { name: "untouched" },
  ...(time === 1 ? {} : { created: { name: "created" } }),
});

describeWithTerraform("a plan while reads lag behind", () => {
  let world: DbmonTerraform;
  const start = async (staleReads: boolean) => {
    world = await DbmonTerraform.start({ staleReads });
  };
  afterEach(async () => {
    await world.stop();
  });

  const apply = async (stack: Stack) => {
    world.configure(hclOf(stack));
    await world.apply();
  };
  /** Neither a plan nor a refresh finds anything. */
  const expectNoDrift = async () => {
    for (const mode of [[], ["-refresh-only"]]) {
      const { code, text } = await world.plan(...mode);
      if (code !== 0) throw new Error(`there is drift: ${text}`);
    }
  };

  it("shows no drift after each kind of write, nor after several in a row, while each is seen in its turn", async () => {
    await start(true);
    await apply(before);
    await expectNoDrift();
    world.pass(70);
    await expectNoDrift();
    for (const time of [1, 2, 3]) {
      await apply(after(time));
      await expectNoDrift();
      world.pass(25);
    }
    await expectNoDrift();
    world.pass(61);
    await expectNoDrift();
  });
});
