/** Receives webhooks as the service sends them, and refuses everything else. */
import { createHash } from "node:crypto";
import { type ReceiverOptions, WebhookReceiver } from "../../src/client";
import { ProblemError, Secret } from "../../src/diagnostics";

let receiver: WebhookReceiver | undefined;
afterEach(() => receiver?.close());

async function start(options: Partial<ReceiverOptions> = {}) {
  const started = await WebhookReceiver.start({
    host: "127.0.0.1",
    port: 0,
    secret: new Secret("s3cret"),
    ...options,
  });
  receiver = started;
  const url = `http://127.0.0.1:${String(started.port)}/any/path`;
  const post = async (body: string, signature = sign(body)) =>
    (
      await fetch(url, {
        method: "POST",
        body,
        headers: { "X-VividCortex-Signature": signature },
      })
    ).status;
  return { receiver: started, url, post };
}

function sign(body: string, secret = "s3cret"): string {
  return createHash("sha1").update(`${body}${secret}`).digest("hex");
}

it("a signed webhook is received, also before somebody waits for it", async () => {
  const { receiver, post } = await start();
  const body = JSON.stringify({ event_message: "Code: K7Q2MX. ✓" });
  expect(await post(body)).toBe(200);
  const found = await receiver.waitFor("K7Q2MX", 10_000, undefined);
  expect(found).toMatchObject({ body, hasValidSignature: true });
  const later = receiver.waitFor("AAAAAA", 10_000, undefined);
  await post("other");
  await post("AAAAAA");
  expect((await later)?.body).toBe("AAAAAA");
});

it.each([
  ["another secret", sign("K7Q2MX", "other")],
  ["no signature", ""],
  ["a signature that is not hexadecimal", "no"],
  ["a longer signature", `${sign("K7Q2MX")}00`],
])("a webhook with %s is received as invalid", async (_, signature) => {
  const { receiver, post } = await start();
  expect(await post("K7Q2MX", signature)).toBe(401);
  expect(await receiver.waitFor("K7Q2MX", 10_000, undefined)).toMatchObject({ hasValidSignature: false });
});

it("without a secret, the signature is not checked", async () => {
  const { receiver, post } = await start({ secret: undefined });
  expect(await post("K7Q2MX", "")).toBe(200);
  expect((await receiver.waitFor("K7Q2MX", 10_000, undefined))?.hasValidSignature).toBeUndefined();
});

it("other methods and large bodies are refused", async () => {
  const { receiver, url, post } = await start();
  expect((await fetch(url)).status).toBe(405);
  expect(await post("K7Q2MX".repeat(200_000))).toBe(413);
  expect(await receiver.waitFor("K7Q2MX", 1, undefined)).toBeUndefined();
});

it("an interrupt ends the wait", async () => {
  const { receiver } = await start();
  expect(await receiver.waitFor("K7Q2MX", 60_000, AbortSignal.abort())).toBeUndefined();
});

it("a port in use is a problem with a remedy", async () => {
  const { receiver } = await start();
  const second = WebhookReceiver.start({ host: "127.0.0.1", port: receiver.port, secret: undefined });
  await expect(second).rejects.toThrow(ProblemError);
  await expect(second).rejects.toThrow("Set --listen to a free port of this machine.");
});
