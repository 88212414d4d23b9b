/** Reads a request body into a JSON value that is safe to store: limited in size and depth, and valid Unicode. */
import { type FieldStep } from "../../diagnostics";
import { limits } from "../rules/checks";
import { ApiError, badField } from "./input";

export type RawBody =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large"; readonly maxBytes: number };

/** Reads and discards an oversize body up to a second limit, so that the client can read the response. */
export async function readRawBody(request: Request, maxBytes: number = limits.bodyBytes): Promise<RawBody> {
  // A body that announces a length beyond both limits is not read. The client can wait for the response to send it.
  const announced = Number(request.headers.get("content-length"));
  if (announced > maxBytes + limits.drainedBytes) return { kind: "too-large", maxBytes };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    if (size <= maxBytes) chunks.push(chunk);
    if (size > maxBytes + limits.drainedBytes) break;
  }
  return size > maxBytes ? { kind: "too-large", maxBytes } : { kind: "bytes", bytes: Buffer.concat(chunks) };
}

/** @throws ApiError 413, 415 or 400 */
export async function readJsonBody(request: Request, maxBytes?: number): Promise<unknown> {
  return parseJsonBody(await readRawBody(request, maxBytes), request.headers);
}

function chunksOf({ body }: Request): AsyncIterable<Uint8Array> | Uint8Array[] {
  return body ?? [];
}

/** @throws ApiError 413, 415 or 400 */
export function parseJsonBody(raw: RawBody, headers: Headers): unknown {
  const bytes = bytesOf(raw);
  checkContentType(headers);
  const value = parseJson(decode(bytes));
  checkValue(value, []);
  return value;
}

/** Parses a body of query parameters: a form, or a JSON object. Any content type is accepted. @throws ApiError 413 or 400 */
export function parseQueryBody(raw: RawBody): URLSearchParams {
  const text = decode(bytesOf(raw));
  if (!text.trimStart().startsWith("{")) return new URLSearchParams(text);
  const parameters = parseJson(text);
  checkValue(parameters, []);
  return new URLSearchParams(
    Object.entries(Object(parameters) as object)
      .filter(([, value]) => value !== null)
      .map(([name, value]): [string, string] => [name, parameterText(name, value)]),
  );
}

/** The text of the parameter in a URL. A list is joined. */
function parameterText(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    return value.map((element) => parameterText(name, element)).join(name === "tags" ? " " : ",");
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

function bytesOf(raw: RawBody): Uint8Array {
  if (raw.kind === "bytes") return raw.bytes;
  throw new ApiError(413, `The body is larger than ${raw.maxBytes} bytes.`);
}

function checkContentType(headers: Headers): void {
  const [type, ...parameters] = (headers.get("content-type") ?? "").split(";").map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/i.test(charset);
  if (type?.toLowerCase() !== "application/json" || !isUtf8 || headers.has("content-encoding")) {
    throw new ApiError(415, "The body requires Content-Type: application/json, in UTF-8 and uncompressed.");
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError(400, "The body is not valid UTF-8.");
  }
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new ApiError(400, "The body is not valid JSON.");
  }
}

/** Checks the whole value, because unknown fields are stored too. */
function checkValue(value: unknown, path: readonly FieldStep[]): void {
  if (path.length > limits.bodyDepth) {
    throw badField(path.slice(0, 1), `is nested deeper than ${limits.bodyDepth} levels`);
  }
  if (typeof value === "string") {
    if (!isStorable(value)) throw badField(path, "contains U+0000 or invalid Unicode");
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw badField(path, "is too large");
  } else if (Array.isArray(value)) {
    value.forEach((element: unknown, index) => {
      checkValue(element, [...path, index]);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, element] of Object.entries(value)) {
      if (!isStorable(key)) throw badField(path, "has a field name with U+0000 or invalid Unicode");
      if (key === "__proto__") throw badField([...path, key], "has a name that is not allowed");
      checkValue(element, [...path, key]);
    }
  }
}

/** With the flag `u`, a surrogate pair is one character, so only unpaired surrogates match. */
function isStorable(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text);
}
