/**
 * Generates src/tfplugin/protocol/generated/ from the .proto files beside it: `tsx scripts/generate-protocol.ts
 * [--out DIR]`. Works offline: buf compiles the descriptions and ts-proto, a plugin from node_modules, writes the code.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const root = resolve(__dirname, "..");
const protocol = join(root, "src/tfplugin/protocol");
const bin = (name: string) => join(root, "node_modules/.bin", name);

// Messages are plain objects with encode and decode, and a service is a table of its methods: all that the server
// needs at run time. No clients, no JSON forms, no partial constructors.
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
  // buf keeps a cache in the home folder if it is not given another place.
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
