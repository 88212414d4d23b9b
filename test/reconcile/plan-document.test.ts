/** A plan as a document: nothing of it is lost on the way through JSON, and one that was changed by hand is refused. */
import fc from "fast-check";
import { type LiveAlert, plan, planRemoval, readPlan, writePlan } from "../../src/reconcile";
import { asLive, desiredAlert, desiredAlerts } from "../support/arbitrary-alerts";

// JSON knows no negative zero, and as a trigger it is zero.
const positiveZero = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) => (one === 0 ? 0 : one)) as T;

const unknownFields = fc.dictionary(
  fc.constantFrom("team", "notes", "version", "__proto__x"),
  fc.jsonValue(),
);

/** Live alerts with fields that nobody knows, some of them without a configuration. */
const liveAlerts: fc.Arbitrary<LiveAlert[]> = fc
  .array(fc.record({ alert: desiredAlert, unknownFields, isHalf: fc.boolean() }), { maxLength: 8 })
  .map((all) =>
    all.map(({ alert, unknownFields: extra, isHalf }, index) => {
      const live = asLive(alert, index);
      const config = live.config && { ...live.config, unknownFields: extra };
      return {
        alert: { ...live.alert, unknownFields: extra },
        config: isHalf ? undefined : config,
      };
    }),
  )
  .map(positiveZero);

const renames = fc.array(fc.option(fc.string({ minLength: 1, maxLength: 2 }), { nil: undefined }));
const definitions = fc
  .tuple(desiredAlerts.map(positiveZero), renames)
  .map(([all, past]) =>
    all.map((one, index) => (past[index] === undefined ? one : { ...one, renamedFrom: past[index] })),
  );

const unsupportedAlert = {
  id: 99,
  name: "from another version",
  kind: "unknown",
  type: "composite",
} as const;
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it("written and read, a plan is what it was", () => {
  fc.assert(
    fc.property(definitions, liveAlerts, fc.boolean(), (desired, live, prunes) => {
      const made = plan(desired, live, {
        prune: () => prunes,
        unsupportedAlerts: prunes ? [unsupportedAlert] : [],
      });
      expect(readPlan(throughJson(writePlan(made)))).toEqual(made);
      const removal = planRemoval(desired, live);
      expect(readPlan(throughJson(writePlan(removal)))).toEqual(removal);
    }),
    { numRuns: 300 },
  );
});

const [one, other] = fc.sample(desiredAlert, { numRuns: 2, seed: 7 }).map(positiveZero);
if (one === undefined || other === undefined) throw new Error("no sample");
const update = plan([{ ...one, name: "a" }], [asLive({ ...other, name: "a" }, 3)]);

it.each([
  ["no plan at all", {}],
  ["another version", { ...writePlan(update), version: 2 }],
  ["a member that nobody knows", { ...writePlan(update), extra: true }],
  ["another fingerprint", { ...writePlan(update), fingerprint: "0".repeat(64) }],
  ["fewer changes than were approved", { ...writePlan(update), changes: [] }],
])("%s is refused, with what to do", (_, document) => {
  expect(() => readPlan(throughJson(document))).toThrow(/The plan cannot be read: [^]*Make it anew/);
});

it("its live alert cannot be exchanged for another", () => {
  const written = throughJson(writePlan(update)) as { changes: { live: { alert: { id: number } } }[] };
  for (const change of written.changes) change.live.alert.id = 4;
  expect(() => readPlan(written)).toThrow("its live alerts are not those of its fingerprint");
});
