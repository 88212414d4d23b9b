/** The body of a request, from bytes to a JSON value that is safe to store: bounded, UTF-8, and valid text throughout. */
import { type FieldStep } from "../../diagnostics";
import { limits } from "../limits";
import { ApiError, badField } from "./api-error";

export type RawBody =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large"; readonly maximum: number };

/** Reads on past the limit, up to a second one, so that the sender has sent all and reads the answer. */
export async function readRawBody(request: Request, maximum: number = limits.bodyBytes): Promise<RawBody> {
  // One that says that it is beyond both limits need not arrive, and may never do so.
  const announced = Number(request.headers.get("content-length"));
  if (announced > maximum + limits.drainedBytes) return { kind: "too-large", maximum };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    if (size <= maximum) chunks.push(chunk);
    if (size > maximum + limits.drainedBytes) break;
  }
  return size > maximum ? { kind: "too-large", maximum } : { kind: "bytes", bytes: Buffer.concat(chunks) };
}

function chunksOf({ body }: Request): AsyncIterable<Uint8Array> | Uint8Array[] {
  return body ?? [];
}

/** @throws ApiError 413, 415 or 400 */
export function parseJsonBody(raw: RawBody, headers: Headers): unknown {
  const bytes = bytesOf(raw);
  checkContentType(headers);
  const value = parse(decode(bytes));
  checkText(value, []);
  return value;
}

/** The query parameters of a body, whatever its content type says. @throws ApiError 413 or 400 */
export function parseQueryBody(raw: RawBody): URLSearchParams {
  return new URLSearchParams(decode(bytesOf(raw)));
}

function bytesOf(raw: RawBody): Uint8Array {
  if (raw.kind === "bytes") return raw.bytes;
  throw new ApiError(413, `The body is larger than ${raw.maximum} bytes.`);
}

function checkContentType(headers: Headers): void {
  const [type, ...parameters] = (headers.get("content-type") ?? "").split(";").map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/i.test(charset);
  if (type?.toLowerCase() !== "application/json" || !isUtf8 || headers.has("content-encoding")) {
    throw new ApiError(
      415,
      "The body must be sent with Content-Type: application/json, in UTF-8 and not compressed.",
    );
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError(400, "The body is not valid UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new ApiError(400, "The body is not valid JSON.");
  }
}

/** Unknown fields are kept, so everything in the body is checked, and not only what the service knows. */
function checkText(value: unknown, path: readonly FieldStep[]): void {
  if (path.length > limits.bodyDepth) {
    throw badField(path.slice(0, 1), `is nested deeper than ${limits.bodyDepth} levels`);
  }
  if (typeof value === "string") {
    if (!isStorable(value)) throw badField(path, "has a character that is not valid text");
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw badField(path, "is a number that is too large");
  } else if (Array.isArray(value)) {
    value.forEach((element: unknown, index) => {
      checkText(element, [...path, index]);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, element] of Object.entries(value)) {
      if (!isStorable(key))
        throw badField(path, "has the name of a field with a character that is not valid text");
      if (key === "__proto__") throw badField([...path, key], "has a name that is not accepted");
      checkText(element, [...path, key]);
    }
  }
}

/** With the flag u, a pair of surrogates is one character; what still matches is half of one. */
function isStorable(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text);
}
