/**
 * Run by jest before each test file: every answer that an emulator of this process gives below /api/v2 is held against
 * schemas/service.openapi.json, and a test in which one does not fit fails. What a fault made or changed is exempt.
 *
 * The emulator's outermost layer is replaced where its module is loaded. So the emulator needs no option for it, no test
 * file has to ask for it, and one without an emulator loads nothing.
 */
import type * as Middleware from "../../../src/emulator/http/middleware";
import type * as CheckedLayer from "./checked-layer";
import { complaints } from "./complaints";

jest.mock("../../../src/emulator/http/middleware", () => {
  const actual = jest.requireActual<typeof Middleware>("../../../src/emulator/http/middleware");
  const { checkedLayer } = jest.requireActual<typeof CheckedLayer>("./checked-layer");
  return { ...actual, logAndFault: checkedLayer(actual.logAndFault, complaints) };
});

/** What a test throws into the emulator on purpose is a defect that it wants to see answered with 500. */
const provoked = /Internal error of the emulator: the clock is broken/;

function failOnComplaints(): void {
  const all = complaints.splice(0).filter((complaint) => !provoked.test(complaint));
  if (all.length > 0) throw new Error([...new Set(all)].join("\n"));
}

afterEach(failOnComplaints);
// For what is answered after the last test's end.
afterAll(failOnComplaints);
