/** Validation of faults, in process and over the control endpoints. */
import { type Fault } from "../../src/emulator";
import { emulatorForEachTest } from "../support/emulator";

const service = emulatorForEachTest();
const faults = () => service.emulator().faults;
const changes = ["cut-in-body", "truncated", "garbage", { keep: 1 }] as const;

it.each([
  ...changes.map((answer): [Fault, string] => [{ when: "before", answer }, "when"]),
  [{}, "answer"],
  [{ when: "after-commit" }, "answer"],
  [{ latencyMs: -1 }, "latencyMs"],
  [{ latencyMs: NaN }, "latencyMs"],
  [{ latencyMs: 2 ** 31 }, "latencyMs"],
  [{ nth: 0, answer: "cut" }, "nth"],
  [{ nth: 1.5, answer: "cut" }, "nth"],
  [{ times: -1, answer: "cut" }, "times"],
  [{ answer: { keep: -1 } }, "answer.keep"],
  [{ answer: { keep: 0.5 } }, "answer.keep"],
] as [Fault, string][])("rejects an invalid fault: %j", async (fault, field) => {
  expect(() => faults().add(fault)).toThrow(RangeError);
  expect(() => faults().add(fault)).toThrow(`"${field}"`);
  if (Number.isNaN(fault.latencyMs)) return;
  expect(await service.control("POST", "/faults", { body: fault })).toMatchObject({
    status: 400,
    json: { field },
  });
  expect(faults().list()).toEqual([]);
});

it.each([
  { nth: 2, times: 3, latencyMs: 1.5 },
  { latencyMs: 0, when: "after-commit" },
  ...changes.map((answer) => ({ answer })),
  { answer: "garbage", when: "after-commit", path: "/api/v2/x" },
])("adds and lists a valid fault over the control endpoints: %j", async (body) => {
  expect((await service.control("POST", "/faults", { body })).status).toBe(201);
  const remaining = "times" in body ? { remaining: body.times } : {};
  expect((await service.control("GET", "/faults")).json).toEqual({
    data: [{ id: 1, ...body, ...remaining }],
  });
});
