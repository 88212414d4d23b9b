/** Serves a data file in a separate process that a test can kill. Prints its URL to stdout. */
import { ServiceEmulator } from "../../../src/emulator";
import { shopSeed } from "../../support/emulator";

async function main(): Promise<void> {
  const emulator = await ServiceEmulator.start({ dataFile: process.argv[2], seed: shopSeed() });
  process.stdout.write(`${emulator.url}\n`);
}

void main();
