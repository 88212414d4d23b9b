/** Who is asking: a token decides the environment that a request acts on (AUTH-1, AUTH-2). */
import { createHash, timingSafeEqual } from "node:crypto";
import { ProblemError } from "../diagnostics";

/** Agents run in the target environment and report events; people and tools use API tokens. */
export type TokenKind = "api" | "agent";

export interface Principal {
  readonly kind: TokenKind;
  /** Name of the environment. */
  readonly environment: string;
}

/** Each maps a token to the name of its environment. */
export interface TokenTable {
  readonly api: Readonly<Record<string, string>>;
  readonly agent: Readonly<Record<string, string>>;
}

export class TokenBook {
  readonly #entries: readonly { readonly digest: Buffer; readonly principal: Principal }[];

  /** @throws ProblemError for a token that no header can carry, or one given to an agent and to the API. */
  constructor(table: TokenTable) {
    const api = Object.entries(table.api);
    const agent = Object.entries(table.agent);
    for (const [token] of [...api, ...agent]) checkToken(token);
    if (agent.some(([token]) => Object.hasOwn(table.api, token))) {
      throw ProblemError.of("An agent's token is the same as an API token.", {
        remedy: "Give them different tokens.",
      });
    }
    this.#entries = [
      ...api.map(([token, environment]) => entry(token, { kind: "api", environment })),
      ...agent.map(([token, environment]) => entry(token, { kind: "agent", environment })),
    ];
  }

  get environments(): string[] {
    return [...new Set(this.#entries.map(({ principal }) => principal.environment))];
  }

  /** The bearer of an Authorization header's value. Takes the same time for every wrong token. */
  bearerOf(header: string | undefined): Principal | undefined {
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

// Digests have one length, which a comparison in constant time needs.
function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw ProblemError.of("A token of the emulator is empty, or has characters that a header cannot carry.", {
    remedy: "Use letters, digits and punctuation of ASCII, without spaces.",
  });
}
