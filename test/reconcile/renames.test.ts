/** Which live alerts a plan renames. */
import fc from "fast-check";
import { type Change, type DesiredAlert, findRenameCycles, nameOf } from "../../src/reconcile";
import { asLive, cyclicSet, liveSet } from "../support/arbitrary-alerts";
import { planFor } from "../support/plan-for";
import { cpuHigh } from "../support/sample-alerts";

const defined = (name: string, renamedFrom?: string, stateId?: number): DesiredAlert => ({
  ...cpuHigh,
  name,
  ...(renamedFrom === undefined ? {} : { renamedFrom }),
  ...(stateId === undefined ? {} : { stateId }),
});
const outlineOf = (changes: readonly Change[]) =>
  changes.map((change) => [
    nameOf(change),
    change.action,
    change.action === "create" ? undefined : change.live.alert.name,
  ]);

it.each<[string, DesiredAlert[], string[], unknown[][]]>([
  [
    "an alert whose previous name is new is renamed",
    [defined("b", "a"), defined("a")],
    ["a"],
    [
      ["a", "create", undefined],
      ["b", "rename", "a"],
    ],
  ],
  [
    "an alert of a chain is renamed although the first alert of the chain does not exist",
    [defined("b", "a"), defined("c", "b")],
    ["b"],
    [
      ["b", "create", undefined],
      ["c", "rename", "b"],
    ],
  ],
  [
    "an alert whose new name is in use is not renamed, and no alert takes its name",
    [defined("c", "b"), defined("b", "a"), defined("d", "c")],
    ["a", "b", "c", "d"],
    [
      ["b", "unchanged", "b"],
      ["c", "unchanged", "c"],
      ["d", "unchanged", "d"],
    ],
  ],
  [
    "a cycle of Terraform renames each alert",
    [defined("a", "b", 1), defined("b", "a", 0)],
    ["a", "b"],
    [
      ["a", "rename", "b"],
      ["b", "rename", "a"],
    ],
  ],
])("%s", (_, desired, names, outline) => {
  const { changes, status } = planFor(
    desired,
    names.map((name, index) => asLive(defined(name), index)),
  );
  expect([status, outlineOf(changes)]).toEqual(["executable", outline]);
});

it("a plan has one error for each cycle of renames, and no other", () => {
  fc.assert(
    fc.property(cyclicSet, liveSet, (desired, live) => {
      const byName = new Map(desired.map((definition) => [definition.name, definition]));
      const cycleFrom = ({ name, renamedFrom }: DesiredAlert) => {
        const names = [name];
        let next = renamedFrom;
        for (; next !== undefined && !names.includes(next); next = byName.get(next)?.renamedFrom)
          names.push(next);
        return next === name ? names.sort().join() : [];
      };
      const cycles = new Set(desired.flatMap(cycleFrom));
      const { status, changes, problems } = planFor(desired, live);
      const errors = problems.filter(({ severity }) => severity === "error");
      expect(errors).toHaveLength(cycles.size);
      expect(status).toBe(cycles.size > 0 ? "refused" : "executable");
      expect(changes).toHaveLength(cycles.size > 0 ? 0 : desired.length);
    }),
    { numRuns: 500 },
  );
});

it("the error of a long cycle names ten renames", () => {
  const size = 1000;
  const cycle = Array.from({ length: size }, (_, index) => defined(`${index}`, `${(index + 1) % size}`));
  expect(findRenameCycles(cycle).map(({ what }) => what)).toEqual([
    expect.stringMatching(
      /^The renames form a cycle: "0" to "999", "999" to "998", .*, "991" to "990" and 990 more\.$/,
    ),
  ]);
});
