/** Serving for reattach on a system without private sockets. */
import { serveForReattach } from "../../../src/tfplugin";
import { pantry } from "../pantry/provider";

test("on Windows it prints an error and exits with 1", async () => {
  const exit = jest.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const error = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const addresses = ["registry.terraform.io/example/pantry"];
  try {
    await serveForReattach(pantry, { addresses, greeting: "Hello\n" }, "win32");
    expect(exit).toHaveBeenCalledWith(1);
    expect(error.mock.calls).toEqual([
      [expect.stringContaining("Serving a provider is not supported on Windows")],
    ]);
  } finally {
    exit.mockRestore();
    error.mockRestore();
  }
});
