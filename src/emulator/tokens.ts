/** Authentication: a token identifies the environment that a request acts on (AUTH-1, AUTH-2). */
import { createHash, timingSafeEqual } from "node:crypto";
import { ProblemError } from "../diagnostics";

/** Agents report events from the target environment. Users and tools use API tokens. */
export type TokenKind = "api" | "agent";

export interface Principal {
  readonly kind: TokenKind;
  /** Name of the environment. */
  readonly environment: string;
}

/** Each record maps a token to the name of its environment. */
interface TokenTable {
  readonly api: Readonly<Record<string, string>>;
  readonly agent: Readonly<Record<string, string>>;
}

export class TokenBook {
  readonly #entries: readonly { readonly digest: Buffer; readonly principal: Principal }[];

  /** @throws ProblemError if a token is not a valid header value, or is both an API token and an agent token */
  constructor(table: TokenTable) {
    const api = Object.entries(table.api);
    const agent = Object.entries(table.agent);
    for (const [token] of [...api, ...agent]) checkToken(token);
    if (agent.some(([token]) => Object.hasOwn(table.api, token))) {
      throw ProblemError.of("An agent token equals an API token.", { remedy: "Use different tokens." });
    }
    this.#entries = [
      ...api.map(([token, environment]) => entry(token, { kind: "api", environment })),
      ...agent.map(([token, environment]) => entry(token, { kind: "agent", environment })),
    ];
  }

  get environments(): string[] {
    return [...new Set(this.#entries.map(({ principal }) => principal.environment))];
  }

  /** Authenticates the value of an Authorization header. The time taken does not depend on the presented token. */
  authenticate(header: string | undefined): Principal | undefined {
    const presented = digestOf(/^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "");
    let found: Principal | undefined;
    for (const { digest, principal } of this.#entries) {
      if (timingSafeEqual(digest, presented)) found = principal;
    }
    return found;
  }
}

function entry(token: string, principal: Principal) {
  return { digest: digestOf(token), principal };
}

// timingSafeEqual requires buffers of equal length.
function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw ProblemError.of("A token is empty or contains characters that are invalid in an HTTP header.", {
    remedy: "Use ASCII letters, digits and punctuation, without spaces.",
  });
}
