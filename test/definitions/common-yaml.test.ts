import fc from "fast-check";
import { stringify } from "yaml";
import { type Problem } from "../../src/diagnostics";
import { parseCommonYaml } from "../../src/definitions/yaml/common-yaml";
import { parseYaml } from "../../src/definitions/yaml/parse-yaml";

/** Every text that the fast parser supports is valid and has the same value and places in the complete parser. */
function expectSameAsComplete(text: string): boolean {
  const common = parseCommonYaml(text);
  if (common === undefined) return false;
  const problems: Problem[] = [];
  const complete = parseYaml(text, "alerts.yaml", problems);
  expect({ problems, value: complete?.value }).toStrictEqual({ problems: [], value: common.value });
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  for (const [key, sequence] of Object.entries(common.value)) {
    if (!Array.isArray(sequence)) continue;
    for (const index of sequence.keys()) {
      const offset = common.itemOffset(sequence, index);
      if (offset === undefined) continue;
      const line = lineStarts.filter((start) => start <= offset).length;
      const column = offset - (lineStarts[line - 1] ?? 0) + 1;
      expect(complete?.places.ofValue([key, index])).toEqual({ file: "alerts.yaml", line, column });
    }
  }
  return true;
}

const alerts = `# yaml-language-server: $schema=definitions.schema.json
x-team: &team
  policy: 1
  destinations: ["#db", 'it''s', 7] # notified
x-hosts: &hosts { hosts: [a-1, 10.0.0.1], disabled: false }

alerts:
  - name: Replication lag
    <<: [*team, *hosts]
    annotations: |
      First, read https://example.com/runbook: it has the steps.

        # indented
    threshold: { alert_level: crit, metric: os.cpu.user_us, trigger: -1.5e3, duration: 1, reset: 0 }

  - <<: *team
    name: "Tab\\t, \\u00e9 and \\"quotes\\""
    annotations: |-
      Without a line break
    host_types:
    - mysql
    - pgsql
    event:
      categories:
        - Disk Device Full
        - ~
`;

const words = fc.constantFrom(
  ..."name,alerts,on,null,~,True,0x1F,0o17,007,1.,.5,-0,+1,1e3,.inf,-.NaN,1_000,2024-01-01,10.0.0.1,a b,é\u00a0,a: b,a:b,x:,#a,a #b,- a,-a,? a,[,],{,},&a,*a,!a,|,>,',\",%a,@a,`,<<,__proto__,---,...,a\nb,\n, a,a ,\t,😀".split(
    ",",
  ),
);
const scalars = fc.oneof(words, fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalars, tie("sequence"), tie("mapping")),
  sequence: fc.array(tie("value"), { maxLength: 3 }),
  mapping: fc.dictionary(fc.oneof(words, fc.string({ unit: "grapheme-ascii" })), tie("value"), {
    maxKeys: 3,
  }),
}));
const documents = fc
  .tuple(
    fc.dictionary(fc.constantFrom("alerts", "x-a", "ignore"), values, { minKeys: 1, maxKeys: 2 }),
    fc.record({
      indent: fc.constantFrom(2, 3, 4),
      indentSeq: fc.boolean(),
      collectionStyle: fc.constantFrom("any" as const, "block" as const, "flow" as const),
      lineWidth: fc.constantFrom(0, 20, 80),
      defaultStringType: fc.constantFrom(
        "PLAIN" as const,
        "QUOTE_DOUBLE" as const,
        "QUOTE_SINGLE" as const,
        "BLOCK_LITERAL" as const,
      ),
    }),
  )
  .map(([value, options]) => stringify(value, options));
const json = fc
  .tuple(fc.dictionary(words, values, { maxKeys: 3 }), fc.constantFrom(0, 2))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

/** Replaces parts of a text, which makes most texts invalid or gives them another meaning. */
const pieces = fc.constantFrom(
  ..."\n;\n  ;\n    ; ;  ;:;: ;-;- ;\n- ;,;, ;[;];{;};#; #;\";';|;|-;|+;>;&a ;*a;<<: *a\n;!;!!str ;%;---\n;...\n;\t;0;true;null;key: ;\n# c\n;\\;\\n;?;? ;~;@;`;\u00a0;\u2028;\ufeff;x-a: &a { b: 1 }\n".split(
    ";",
  ),
);
const edits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 }), pieces), { maxLength: 4 });
function edit(text: string, changes: readonly (readonly [number, number, string])[]): string {
  return changes.reduce((edited, [position, length, piece]) => {
    const start = position % (edited.length + 1);
    return edited.slice(0, start) + piece + edited.slice(start + length);
  }, text);
}

describe("the fast parser of definitions", () => {
  it("parses the layouts of the docs and of an export", () => {
    expect(expectSameAsComplete(alerts)).toBe(true);
    expect(expectSameAsComplete(JSON.stringify({ alerts: [{ name: "a", policy: 1 }] }, undefined, 2))).toBe(
      true,
    );
  });

  it("agrees with the complete parser on every text that it supports", () => {
    const texts = fc.oneof(documents, json, fc.constant(alerts));
    fc.assert(
      fc.property(texts, edits, (text, changes) => {
        expectSameAsComplete(edit(text, changes));
      }),
      { numRuns: Number(process.env["RUNS"] ?? 2000) },
    );
  });
});
