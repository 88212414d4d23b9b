/** Serving for reattach on a system without private sockets. */
import { serveForReattach } from "../../../src/tfplugin";
import { nodeHost } from "../../../src/tfplugin/process/host";
import { pantry } from "../pantry/provider";

test("on Windows it prints an error and exits with 1", async () => {
  let code: number | undefined;
  let out = "";
  let error = "";
  await serveForReattach(
    pantry,
    { addresses: ["registry.terraform.io/example/pantry"], greeting: "Hello\n" },
    {
      ...nodeHost(),
      platform: "win32",
      writeOut: (text) => {
        out += text;
        return true;
      },
      writeError: (text) => (error += text),
      exit: (given) => (code = given),
    },
  );
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(error).toContain("Serving a provider is not supported on Windows");
});
