/** Plan documents: written and read without loss, and refused if they were edited. */
import fc from "fast-check";
import { readPlan, writePlan } from "../../src/plan-document";
import { type LiveAlert } from "../../src/reconcile";
import { asLive, desiredAlert, desiredAlerts } from "../support/arbitrary-alerts";
import { planFor, planRemovalFor } from "../support/plan-for";

// JSON has no negative zero.
const positiveZero = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) => (one === 0 ? 0 : one)) as T;

const unknownFields = fc.dictionary(
  fc.constantFrom("team", "notes", "version", "__proto__x"),
  fc.jsonValue(),
);

/** Live alerts with unknown fields. Some are incomplete. */
const liveAlerts: fc.Arbitrary<LiveAlert[]> = fc
  .array(fc.record({ alert: desiredAlert, unknownFields, isIncomplete: fc.boolean() }), { maxLength: 8 })
  .map((all) =>
    all.map(({ alert, unknownFields: extra, isIncomplete }, index) => {
      const live = asLive(alert, index);
      const config = live.config && { ...live.config, unknownFields: extra };
      return {
        alert: { ...live.alert, unknownFields: extra },
        config: isIncomplete ? undefined : config,
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
  name: "from a later version",
  kind: "unknown",
  type: "composite",
} as const;
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it("a plan is the same after writing and reading", () => {
  fc.assert(
    fc.property(definitions, liveAlerts, fc.boolean(), (desired, live, prunes) => {
      const made = planFor(desired, live, {
        prune: () => prunes,
        unsupportedAlerts: prunes ? [unsupportedAlert] : [],
      });
      expect(readPlan(throughJson(writePlan(made)))).toEqual(made);
      const removal = planRemovalFor(desired, live);
      expect(readPlan(throughJson(writePlan(removal)))).toEqual(removal);
    }),
    { numRuns: 150 },
  );
});

const [one, other] = fc.sample(desiredAlert, { numRuns: 2, seed: 7 }).map(positiveZero);
if (one === undefined || other === undefined) throw new Error("no sample");
const update = planFor([{ ...one, name: "a" }], [asLive({ ...other, name: "a" }, 3)]);

it.each([
  ["not a plan", {}],
  ["another version", { ...writePlan(update), version: 2 }],
  ["an unknown property", { ...writePlan(update), extra: true }],
  ["another fingerprint", { ...writePlan(update), fingerprint: "0".repeat(64) }],
  ["fewer changes than approved", { ...writePlan(update), changes: [] }],
])("%s is refused with a remedy", (_, document) => {
  expect(() => readPlan(throughJson(document))).toThrow(/The plan cannot be read: [^]*Create the plan again/);
});

it("a document with another live alert is refused", () => {
  const written = throughJson(writePlan(update)) as { changes: { live: { alert: { id: number } } }[] };
  for (const change of written.changes) change.live.alert.id = 4;
  expect(() => readPlan(written)).toThrow("its live alerts do not match its fingerprint");
});
