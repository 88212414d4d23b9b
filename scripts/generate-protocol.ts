/**
 * Writes src/tfplugin/protocol/generated/ from the .proto file in the parent folder, with buf and ts-proto.
 * Usage: `tsx scripts/generate-protocol.ts [--out FOLDER]`. Needs no network.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const root = resolve(__dirname, "..");
const protocol = join(root, "src/tfplugin/protocol");
const bin = (name: string) => join(root, "node_modules/.bin", name);

// Only what the server needs at run time: messages with encode and decode, and services as tables of their methods.
const options = [
  "esModuleInterop=true",
  "env=node",
  "forceLong=number",
  "importSuffix=",
  "oneof=unions",
  "outputClientImpl=false",
  "outputJsonMethods=false",
  "outputPartialMethods=false",
  "outputServices=generic-definitions",
  "snakeToCamel=keys",
  "useExactTypes=false",
  "annotateFilesWithVersion=false",
];

function generate(out: string): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const template = {
    version: "v2",
    plugins: [{ local: bin("protoc-gen-ts_proto"), out, opt: options }],
  };
  // The default cache of buf is in the home folder.
  const cache = mkdtempSync(join(tmpdir(), "dbmon-buf-"));
  try {
    execFileSync(bin("buf"), ["generate", protocol, "--template", JSON.stringify(template)], {
      env: { ...process.env, BUF_CACHE_DIR: cache },
      stdio: "inherit",
    });
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { out: { type: "string" } } });
generate(values.out === undefined ? join(protocol, "generated") : resolve(values.out));
