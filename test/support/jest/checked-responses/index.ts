/**
 * Jest runs this before each test file. It validates every response of an emulator in this process below /api/v2 against
 * schemas/service.openapi.json, and fails a test with a response that does not match. Responses changed by an injected fault
 * are exempt.
 *
 * It mocks the module of the emulator's middleware that logs requests. Therefore the emulator needs no option for it, and a test file
 * without an emulator loads nothing.
 */
import type * as Middleware from "../../../../src/emulator/http/middleware";
import type * as CheckedLayer from "./checked-layer";
import { reportedProblems } from "./reported-problems";

jest.mock("../../../../src/emulator/http/middleware", () => {
  const actual = jest.requireActual<typeof Middleware>("../../../../src/emulator/http/middleware");
  const { checkedLayer } = jest.requireActual<typeof CheckedLayer>("./checked-layer");
  return { ...actual, logAndFault: checkedLayer(actual.logAndFault, reportedProblems) };
});

/** The error that a test injects into the emulator, to which the emulator must respond with 500. */
const injectedDefect = /Internal error of the emulator: the clock is broken/;

function failOnProblems(): void {
  const problems = reportedProblems.splice(0).filter((problem) => !injectedDefect.test(problem));
  if (problems.length > 0) throw new Error([...new Set(problems)].join("\n"));
}

afterEach(failOnProblems);
// For responses after the end of the last test.
afterAll(failOnProblems);
