/** Spoils the service's answer, as broken proxies and half-done writes of caches do. What has no body stays as it is. */
import { type AnswerChange } from "../faults";
import { type AppContext } from "./app-context";
import { jsonText } from "./json-answer";

/** Neither JSON nor valid UTF-8. */
const garbage = Buffer.from("\u0000\u00ff\u00fe{\u0080<\u00c3(", "latin1");

/** @returns a complete answer, under the status and headers of the context's */
export async function changedAnswer(
  context: AppContext,
  change: Exclude<AnswerChange, "cut-in-body">,
): Promise<Response> {
  const { status, headers } = context.res;
  const body = Buffer.from(await context.res.arrayBuffer());
  // A status without a body, like 204, allows none.
  if (body.byteLength === 0) return new Response(null, { status, headers });
  const changed = changedBody(context, change, body);
  const changedHeaders = new Headers(headers);
  changedHeaders.set("content-length", String(changed.byteLength));
  return new Response(changed, { status, headers: changedHeaders });
}

function changedBody(
  context: AppContext,
  change: Exclude<AnswerChange, "cut-in-body">,
  body: Buffer,
): Buffer {
  switch (change) {
    case "truncated":
      return body.subarray(0, body.byteLength / 2);
    case "garbage":
      return garbage;
    default: {
      const answer: unknown = JSON.parse(body.toString());
      return isList(answer)
        ? Buffer.from(jsonText(context, { ...answer, data: answer.data.slice(0, change.keep) }))
        : body;
    }
  }
}

function isList(answer: unknown): answer is { readonly data: readonly unknown[] } {
  return typeof answer === "object" && answer !== null && "data" in answer && Array.isArray(answer.data);
}
