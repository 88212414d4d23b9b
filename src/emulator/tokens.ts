/** Authentication: a token identifies the environment that a request acts on (AUTH-1, AUTH-2). */
import { ProblemError } from "../diagnostics";

/** Agents report events from the target environment. Users and tools use API tokens. */
export type TokenKind = "api" | "agent";

export interface Principal {
  readonly kind: TokenKind;
  readonly environment: string;
}

export class TokenBook {
  readonly #principals = new Map<string, Principal>();

  /**
   * @param tokens environments by token
   * @throws ProblemError if a token is not a valid header value, or is both an API token and an agent token
   */
  constructor(tokens: Readonly<Record<TokenKind, Readonly<Record<string, string>>>>) {
    for (const kind of ["api", "agent"] as const) {
      for (const [token, environment] of Object.entries(tokens[kind])) {
        checkToken(token);
        if (this.#principals.has(token))
          throw ProblemError.of("emulator-failed", "An agent token equals an API token.", {
            remedy: "Use different tokens.",
          });
        this.#principals.set(token, { kind, environment });
      }
    }
  }

  get environments(): string[] {
    return [...this.#principals.values()].map(({ environment }) => environment);
  }

  /** Authenticates the value of an Authorization header. */
  authenticate(header: string | undefined): Principal | undefined {
    return this.#principals.get(/^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "");
  }
}

function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  const what = "A token is empty or contains characters that are invalid in an HTTP header.";
  throw ProblemError.of("emulator-failed", what, {
    remedy: "Use ASCII letters, digits and punctuation, without spaces.",
  });
}
