/** The emulator as an import of the built package, as docs/emulator.md shows. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");

it("the example of docs/emulator.md starts a working emulator", () => {
  const page = readFileSync(join(root, "docs/emulator.md"), "utf8");
  const example = /```ts\n(.*?)```/s.exec(page)?.[1] ?? "";
  expect(example).toContain('from "dbmon-iac/emulator"');
  const request = `
    const response = await fetch(emulator.url + "/api/v2/config/alert-opts/policy", {
      headers: { Authorization: "Bearer " + emulator.token },
    });
    console.log(response.status, (await response.json()).data.length);
  `;
  const script = example.replace(/^\/\/.*$/m, request);
  expect(script).not.toBe(example);
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
  expect(output.toString()).toBe("200 4\n");
});

it("importing it loads neither SQLite nor the HTTP server", () => {
  const script = `
    require("dbmon-iac/emulator");
    console.log(Object.keys(require.cache).filter((file) => /libsql|hono/.test(file)).join());
  `;
  const output = execFileSync(process.execPath, ["--eval", script], { cwd: root });
  expect(output.toString()).toBe("\n");
});
