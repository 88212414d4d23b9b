/**
 * The provider, killed while the real terraform applies: when a call has arrived, or when it has taken effect. What is left
 * is for the next apply, which has Terraform's state as it was left.
 */
import { ProviderWithPid } from "../support/provider-with-pid";
import { describeWithTerraform } from "../support/terraform";
import { type Killing, killAndApplyAgain } from "./kill-and-apply";
import { prepare, type Prepared } from "./killable-terraform";
import { type PartName } from "./parts";
import { isFull, patience } from "./settings";
import { Tally } from "./tally";

/** What Terraform can say: it applies each alert alone, so it knows no swap, and imports nothing incomplete. */
const all: readonly PartName[] = [
  "create a threshold alert",
  "create an event alert",
  "update settings",
  "update configuration",
  "update both",
  "rename",
  "replace",
  "delete",
  "unchanged",
];

const sweeps = (["the provider", "terraform and the provider"] as const).flatMap((victim) =>
  (["before: hang", "after: hang"] as const).flatMap((kind) =>
    [true, false].map((uniqueNames) => ({ victim, kind, uniqueNames })),
  ),
);

const few: readonly PartName[] = ["create a threshold alert", "update both", "replace"];
const provider = { victim: "the provider", uniqueNames: true } as const;
const both = { victim: "terraform and the provider", uniqueNames: false } as const;
const alerts = "/api/v2/config/alerts";
/** The seeded alerts have the ids 4, which is updated, and 5, which is replaced. */
const fewKillings: readonly Killing[] = [
  { ...provider, kind: "after: hang", call: `POST ${alerts}`, at: 1 },
  { ...both, kind: "after: hang", call: `POST ${alerts}`, at: 2 },
  { ...both, kind: "after: hang", call: `DELETE ${alerts}/5`, at: 1 },
  { ...provider, kind: "before: hang", call: `POST ${alerts}`, at: 2 },
  { ...provider, kind: "after: hang", call: `PUT ${alerts}/4`, at: 1 },
];

describeWithTerraform("an apply of Terraform that is killed", () => {
  const tally = new Tally("killed-provider");
  const binary = new ProviderWithPid();
  let prepared: Prepared;
  beforeAll(async () => {
    prepared = await prepare(binary, isFull ? all : few);
  }, patience);
  afterAll(() => {
    binary.remove();
    tally.keep();
  });

  async function expectConvergence(killing: Killing, schedules: number): Promise<void> {
    const outcome = await killAndApplyAgain(binary, prepared, killing);
    tally.add(outcome, schedules);
    expect({ killing, violations: outcome.violations }).toEqual({ killing, violations: [] });
    expect(outcome.injected).toHaveLength(1);
  }

  if (!isFull) {
    it.each(fewKillings)(
      "leaves what the next apply puts right ($victim, $kind at $call, time $at)",
      (killing) => expectConvergence(killing, fewKillings.length),
      patience,
    );
    return;
  }
  it.each(sweeps)(
    "leaves what the next apply puts right ($victim, $kind, unique names: $uniqueNames)",
    async (sweep) => {
      const never = { ...sweep, at: 1_000 };
      const { violations, calls } = await killAndApplyAgain(binary, prepared, never);
      expect(violations).toEqual([]);
      const [positions = 0] = calls;
      for (let at = 1; at <= positions; at++)
        await expectConvergence({ ...sweep, at }, sweeps.length * positions);
    },
    patience,
  );
});
