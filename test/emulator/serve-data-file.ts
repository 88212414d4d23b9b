/** A process of its own that serves a data file, so that a test can kill it. Says its URL on stdout. */
import { ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "../support/shop-seed";

async function main(): Promise<void> {
  const emulator = await ServiceEmulator.start({ dataFile: process.argv[2], seed: shopSeed() });
  process.stdout.write(`${emulator.url}\n`);
}

void main();
