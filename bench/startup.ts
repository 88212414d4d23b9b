/**
 * `npm run bench:startup`: how long the built provider takes from its start to the handshake line, and to its first answer, the
 * schema, over TLS as with Terraform, which starts it three times for a plan. A bare `node -e 0` is what cannot be saved.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import {
  GetProviderSchema_Request,
  GetProviderSchema_Response,
} from "../src/tfplugin/protocol/generated/tfplugin6";
import {
  call,
  clientCertificate,
  connect,
  invitation,
  mutualTls,
  ProviderProcess,
} from "../test/tfplugin/pantry/client";

const provider = resolve(process.argv[2] ?? resolve(__dirname, "../dist/terraform-provider-dbmon"));
const runs = 20;
const own = clientCertificate();

async function bareNode(): Promise<number> {
  const begun = performance.now();
  await once(spawn(process.execPath, ["-e", "0"]), "close");
  return performance.now() - begun;
}

interface Start {
  readonly handshake: number;
  readonly schema: number;
}

async function startProvider(): Promise<Start> {
  const begun = performance.now();
  const started = new ProviderProcess(provider, { ...invitation, PLUGIN_CLIENT_CERT: own.certificatePem });
  const { socket, certificate } = await started.handshake();
  const handshake = performance.now() - begun;
  const client = connect(socket, mutualTls(certificate, own));
  await call(
    client,
    "/tfplugin6.Provider/GetProviderSchema",
    GetProviderSchema_Request,
    GetProviderSchema_Response,
    {},
  );
  const schema = performance.now() - begun;
  client.close();
  await started.exited;
  return { handshake, schema };
}

function tell(what: string, times: readonly number[]): void {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => `${(sorted[Math.ceil(runs * share) - 1] ?? NaN).toFixed(0).padStart(5)} ms`;
  process.stdout.write(`${what.padEnd(32)} median ${at(0.5)}   p90 ${at(0.9)}\n`);
}

async function main(): Promise<void> {
  // The first of each fills the caches of the system, and this process's own.
  await bareNode();
  await startProvider();
  const bare: number[] = [];
  const starts: Start[] = [];
  for (let run = 0; run < runs; run++) {
    bare.push(await bareNode());
    starts.push(await startProvider());
  }
  process.stdout.write(`${runs} starts each, node ${process.version}\n`);
  tell("node -e 0, to its end", bare);
  tell(
    "provider, to the handshake",
    starts.map(({ handshake }) => handshake),
  );
  tell(
    "provider, to the schema",
    starts.map(({ schema }) => schema),
  );
}

void main();
