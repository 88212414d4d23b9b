/** Programs that the command starts do not receive the tokens. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandBench, environmentOf, token } from "../support/command";

const bench = commandBench();

it.each([
  ["git", ["event", "create", "--type", "x", "--from-git"]],
  ["terraform", ["doctor"]],
])("%s receives the environment without tokens", async (program, args) => {
  const environment = environmentOf(await bench.emulator());
  bench.write(`bin/${program}`, '#!/bin/sh\n/usr/bin/env > "$DUMP"\n');
  chmodSync(join(bench.folder(), "bin", program), 0o755);
  const dump = join(bench.folder(), "dump");
  const variables = {
    DUMP: dump,
    PATH: join(bench.folder(), "bin"),
    DBMON_AGENT_TOKEN: token,
    Dbmon_Shop_Token: token,
    SHOP_API_TOKEN: token,
  };
  await bench.dbmon(args, { environment: { ...environment, ...variables } });
  const received = readFileSync(dump, "utf8");
  expect(received).toContain(`DBMON_BASE_URL=${environment.DBMON_BASE_URL ?? ""}\n`);
  expect(received).not.toContain(token);
});
