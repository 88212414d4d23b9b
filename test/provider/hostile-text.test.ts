/** Untrusted text is harmless in Terraform diagnostics, whoever wrote it: the service, a colleague, or the configuration. */
import { type SeedAlert, ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "../support/emulator";
import { expectHarmless, hostileLines, hostileStrings, shownStrings } from "../support/hostile-text";
import { AlertRequests, RequestError } from "./alert-requests";

const seed = shopSeed();
const name = hostileStrings.join(" ");
const alert = {
  name,
  annotations: hostileLines,
  destinations: [],
  policy: 1,
  type: 1,
  disabled: 0,
} satisfies SeedAlert["alert"];
const alerts = [{ alert, config: { hosts: [], host_types: [], categories: [name] } }];

let service: ServiceEmulator;
let client: AlertRequests;

beforeAll(async () => {
  service = await ServiceEmulator.start({ seed: { ...seed, alerts } });
  const environment = { DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token };
  client = await AlertRequests.start(environment, { propagation_window: "0s" });
});
afterAll(async () => {
  await client.stop();
  await service.stop();
});

/** @returns the diagnostics of a request that fails */
async function diagnosticsOf(request: Promise<unknown>): Promise<string> {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RequestError)) throw new Error(`no diagnostics: ${String(error)}`);
  return error.message;
}

it("names and content of alerts in the service and in the configuration", async () => {
  const text = await diagnosticsOf(client.plan({ name, annotations: `${name} changed` }));
  expectHarmless(text);
  expect(text).toContain(`"${shownStrings.join(" ")}`.slice(0, 200));
  expect(text).toContain("annotations: ");
});

it("error messages and pages of the service, and names in the state", async () => {
  const { values } = await client.create({ name: "Known" });
  const stored = { values: { ...values, name: hostileLines }, private: Buffer.alloc(0) };
  for (const body of [{ message: hostileLines }, `<!doctype html><title>${hostileLines}</title>`]) {
    service.faults.add({ times: 1, answer: { status: 400, body } });
    expectHarmless(await diagnosticsOf(client.delete(stored)));
  }
});
