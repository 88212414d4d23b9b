/**
 * The provider, killed during an apply in Terraform, before or after a call takes effect. The next apply has the state of the
 * killed one. It puts all alerts in sync, at the latest after an import of the alert whose name it refuses.
 */
import { ProviderWithPid } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { type Kill, killAndApplyAgain } from "./kill-and-apply";
import { prepare, type Prepared } from "./killable-terraform";
import { FigureRecorder } from "./record-figures";
import { type CaseName } from "./schedules/change-cases";
import { isFull, testTimeoutMs } from "./settings";

/** All cases but those in which an alert takes the name of another one, and the completion of an incomplete alert. */
const allCases: readonly CaseName[] = [
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

const variants = (["the provider", "terraform and the provider"] as const).flatMap((target) =>
  (["before: hang", "after: hang"] as const).flatMap((kind) =>
    [true, false].map((uniqueNames) => ({ target, kind, uniqueNames })),
  ),
);

const sampleCases: readonly CaseName[] = ["create a threshold alert", "update both", "replace"];
const provider = { target: "the provider", uniqueNames: true } as const;
const both = { target: "terraform and the provider", uniqueNames: false } as const;
const alerts = "/api/v2/config/alerts";
/**
 * The run updates the seeded alert 4, and replaces the seeded alert 5. `mustImport`: the alert of the POST is lost, so the next apply refuses its
 * name. Another kill may lose one too, because Terraform applies several resources at a time.
 */
const fewKills: readonly (Kill & { readonly minRuns: number })[] = [
  { ...provider, kind: "after: hang", call: `POST ${alerts}`, at: 1, minRuns: 3 },
  { ...both, kind: "after: hang", call: `POST ${alerts}`, at: 2, minRuns: 3 },
  { ...both, kind: "after: hang", call: `DELETE ${alerts}/5`, at: 1, minRuns: 2 },
  { ...provider, kind: "before: hang", call: `POST ${alerts}`, at: 2, minRuns: 2 },
  { ...provider, kind: "after: hang", call: `PUT ${alerts}/4`, at: 1, minRuns: 2 },
];

describeWithTerraform("the apply after a killed apply of terraform", () => {
  const recorder = new FigureRecorder("killed-provider");
  const binary = new ProviderWithPid();
  let prepared: Prepared;
  beforeAll(async () => {
    prepared = await prepare(binary, isFull ? allCases : sampleCases);
  }, testTimeoutMs);
  afterAll(() => {
    binary.remove();
    recorder.write();
  });

  async function expectInSync(kill: Kill, schedules: number): Promise<number> {
    const outcome = await killAndApplyAgain(binary, prepared, kill);
    recorder.add(outcome, schedules);
    expect({ kill, violations: outcome.violations }).toEqual({ kill, violations: [] });
    expect(outcome.injected).toHaveLength(1);
    return outcome.runs;
  }

  if (!isFull) {
    it.each(fewKills)(
      "puts all alerts in sync ($target, $kind at $call, number $at)",
      async ({ minRuns, ...kill }) => {
        const runs = await expectInSync(kill, fewKills.length);
        expect(runs).toBeGreaterThanOrEqual(minRuns);
      },
      testTimeoutMs,
    );
    return;
  }
  it.each(variants)(
    "puts all alerts in sync ($target, $kind, unique names: $uniqueNames)",
    async (variant) => {
      const never = { ...variant, at: 1_000 };
      const { violations, calls } = await killAndApplyAgain(binary, prepared, never);
      expect(violations).toEqual([]);
      const [positions = 0] = calls;
      expect(positions).toBeGreaterThan(0);
      for (let at = 1; at <= positions; at++)
        await expectInSync({ ...variant, at }, variants.length * positions);
    },
    testTimeoutMs,
  );
});
