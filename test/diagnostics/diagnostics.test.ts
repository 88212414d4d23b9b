/** Formats of problems, near-name hints and secrets. */
import { inspect } from "node:util";
import fc from "fast-check";
import {
  errorOf,
  formatProblem,
  hintForName,
  nearNames,
  type Problem,
  ProblemError,
  quote,
  Secret,
} from "../../src/diagnostics";

describe("a problem", () => {
  const what = "It is wrong.";
  it.each<[Omit<Problem, "code" | "severity" | "what">, string]>([
    [{}, "It is wrong."],
    [{ remedy: "Fix it." }, "It is wrong.\n  Fix it."],
    [{ where: { subject: "A" } }, '"A": It is wrong.'],
    [{ where: { field: ["base_url"] } }, "field base_url: It is wrong."],
    [{ where: { file: "f.yaml" } }, "f.yaml: It is wrong."],
    [
      { where: { file: "f.yaml", line: 3, column: 5, subject: "A", field: ["destinations", 1] } },
      'f.yaml:3:5: "A", field destinations[1]: It is wrong.',
    ],
  ])("with %j is formatted with its place and remedy", (details, text) => {
    expect(formatProblem(errorOf("usage", what, details))).toBe(text);
  });

  it.each(["policy must be an integer.", "Unknown key policy."])("names its field once: %s", (what) => {
    const where = { file: "f.yaml", field: ["policy"] };
    expect(formatProblem(errorOf("usage", what, { where }))).toBe(`f.yaml: ${what}`);
  });

  it("is the message of a ProblemError", () => {
    const error = ProblemError.of("usage", what, { remedy: "Fix it." });
    expect(error.message).toBe("It is wrong.\n  Fix it.");
    expect(error.problems).toHaveLength(1);
  });
});

describe("quote", () => {
  const unsafe = ["\n", "\u001b", "\u007f", "\u009b", "\u2028", "\u202e", "\u2066", "\u2069"];
  const ordinary = fc.string({ unit: "binary", minLength: 1, maxLength: 1 });

  it("escapes control characters and direction marks in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(fc.constantFrom(...unsafe), ordinary) }), (text) => {
        expect(quote(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
        expect(JSON.parse(quote(text))).toBe(text);
      }),
    );
  });
});

describe("nearNames", () => {
  const existing = ["On-call PagerDuty", "DBA team mail", "#db-alerts", "db alerts"];

  it.each([
    ["On-call Pagerduty", ["On-call PagerDuty"]],
    ["on_call  pagerduty ", ["On-call PagerDuty"]],
    ["DBA taem mail", ["DBA team mail"]],
    ["db-alerts", ["db alerts", "#db-alerts"]],
    ["Incident webhook", []],
  ])("of %j returns %j", (wanted, near) => {
    expect(nearNames(wanted, existing)).toEqual(near);
  });

  it.each([
    ["b", []],
    ["A", ["a"]],
    ["bb", ["bc"]],
  ])("of the short name %j returns %j", (wanted, near) => {
    expect(nearNames(wanted, ["a", "c", "bc"])).toEqual(near);
  });

  it("returns one to three existing names for a name that exists", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1 }),
        fc.nat(),
        (names, at) => {
          const wanted = names[at % names.length] ?? "";
          const near = nearNames(wanted, names);
          expect(near.length).toBeLessThanOrEqual(3);
          near.forEach((name) => {
            expect(names).toContain(name);
          });
          expect(near.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe("hintForName", () => {
  it.each([
    ["cpu*", 'Did you mean "CPU high" or "CPU low"?'],
    ["CUP h*", 'Did you mean "CPU high"?'],
    ["team/repilca ?ag*", 'Did you mean "team/replica lag"?'],
    ["team*lagg", 'Did you mean "team/replica lag"?'],
    ["*lagg", 'Available: "CPU high", "CPU low", "team/replica lag".'],
    ["D*", 'Available: "CPU high", "CPU low", "team/replica lag".'],
  ])("of the pattern %s names what begins in a similar way: %s", (pattern, hint) => {
    expect(hintForName(pattern, ["CPU low", "team/replica lag", "CPU high"])).toBe(hint);
  });

  it("lists at most twelve existing names if none is near", () => {
    const names = Array.from({ length: 15 }, (_, index) => `destination number ${index + 10}`);
    expect(hintForName("x", names)).toMatch(
      /^Available: "destination number 10", .*"destination number 21" and 3 more\.$/,
    );
    expect(hintForName("x", [])).toBe("None are available.");
  });
});

describe("a secret", () => {
  const secret = new Secret("hush");

  it("prints as a placeholder", () => {
    const object = { deep: { secret } };
    const shown = [String(secret), JSON.stringify(object), inspect(object, { depth: 9, showHidden: true })];
    expect(shown.join("\n")).not.toContain("hush");
    expect(shown[0]).toBe("[secret]");
  });

  it("is redacted in a text, in every encoding", () => {
    expect(secret.redact("hush, do not say hushhush")).toBe("[secret], do not say [secret][secret]");
    expect(new Secret("").redact("as it is")).toBe("as it is");
    expect(new Secret("a.c$&").redact("abc a.c$&")).toBe("abc [secret]");
    expect(new Secret("s/3&<x>").redact("s%2F3%26%3Cx%3E s%2f3%26%3cx%3e s/3&amp;&lt;x&gt;")).toBe(
      "[secret] [secret] [secret]",
    );
    // HTML entities, percent signs and escapes of strings can encode any character, and each other.
    const token = new Secret("s3cr3t-api-token");
    const characters = (format: (code: number) => string) =>
      Array.from("s3cr3t-api-token", (character) => format(character.charCodeAt(0))).join("");
    const encoded = [
      characters((code) => `&#${code};`),
      characters((code) => `&#x${code.toString(16).toUpperCase()}`),
      "s3cr3t&#45;api&#0045;token",
      "s3cr3t&amp;#45;api&amp;#45;token",
      "s3cr3t%2dapi%2Dtoken",
      "s3cr3t%252Dapi-token",
      characters((code) => `%${code.toString(16)}`),
      characters((code) => `\\u00${code.toString(16)}`),
      characters((code) => `\\x${code.toString(16)}`),
      characters((code) => code.toString(16)),
      characters((code) => `${code.toString(16).toUpperCase()} `).trim(),
      Buffer.from("x Bearer s3cr3t-api-token").toString("hex"),
    ];
    for (const text of encoded) expect(token.redact(`<${text}>`)).toMatch(/^<(?:[0-9a-f]+)?\[secret\]>$/);
    // The base64 encoding of a short secret occurs in unrelated text, so it is not redacted.
    expect(new Secret("a").redact("b YQ== YmFi")).toBe("b YQ== YmFi");
  });
});
