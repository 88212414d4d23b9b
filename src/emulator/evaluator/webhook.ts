/** Sends one notification to a webhook, signed with the destination's secret. */
import { createHash } from "node:crypto";
import * as z from "zod";
import { type DestinationWire } from "../../service";
import { isLoopbackHost } from "../loopback";

/** Where webhooks may go: to this machine only, or anywhere. */
export type WebhookReach = "loopback" | "any";

const signatureHeader = "X-VividCortex-Signature";
const timeoutMs = 10_000;

export type Target = { readonly url: string } | { readonly reason: string };

/** Where the destination's webhooks go, or why they go nowhere. */
export function targetOf({ config }: DestinationWire, reach: WebhookReach): Target {
  const url = z.url({ protocol: /^https?$/ }).safeParse(config.url?.[0]).data;
  if (url === undefined)
    return { reason: "The destination has no setting url with an http or https address." };
  if (reach === "any" || isLoopbackHost(new URL(url).host)) return { url };
  return { reason: "The address is not on this machine, and the emulator runs without --webhooks any." };
}

export type Delivery = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** @throws where the signal aborted it: whether it arrived is then not known */
export async function sendWebhook(
  destination: DestinationWire,
  body: unknown,
  reach: WebhookReach,
  signal: AbortSignal,
): Promise<Delivery> {
  const target = targetOf(destination, reach);
  if ("reason" in target) return failed(target.reason);
  const text = JSON.stringify(body);
  try {
    const response = await fetch(target.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        [signatureHeader]: signature(text, destination.config.secret_key?.[0] ?? ""),
      },
      body: text,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? { ok: true } : failed(`The receiver answered ${response.status}.`);
  } catch (error) {
    signal.throwIfAborted();
    return failed(reasonOf(error));
  }
}

export function signature(body: string, secret: string): string {
  return createHash("sha1").update(body).update(secret).digest("hex");
}

function failed(reason: string): Delivery {
  return { ok: false, reason };
}

const failure = z.object({
  name: z.string(),
  cause: z.object({ code: z.string() }).optional().catch(undefined),
});

/** Without the address, which is a setting of the destination. */
function reasonOf(error: unknown): string {
  const { name, cause } = failure.safeParse(error).data ?? {};
  if (name === "TimeoutError") return `No answer within ${timeoutMs / 1000} seconds.`;
  return cause === undefined ? "The connection failed." : `The connection failed (${cause.code}).`;
}
