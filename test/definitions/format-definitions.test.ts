/** Definitions as YAML that every parser reads back unchanged. */
import { load as parse } from "js-yaml";
import { formatDefinitions, formatScalar, type FormattedDefinition, parseYaml } from "../../src/definitions";

const definition: FormattedDefinition["definition"] = {
  name: "A",
  annotations: "",
  policy: 1,
  disabled: false,
  destinations: [],
  hosts: [],
  host_types: [],
  condition: { kind: "event", categories: ["deploy"] },
};

it.each([
  ["plain text", "plain text"],
  ["a-b_c.d/e", "a-b_c.d/e"],
  ["", '""'],
  ["yes", '"yes"'],
  ["N", '"N"'],
  ["~", '"~"'],
  ["=", '"="'],
  ["<<", '"<<"'],
  ["12", '"12"'],
  ["1_000", '"1_000"'],
  ["12:30", '"12:30"'],
  ["1e5", '"1e5"'],
  ["0x1f", '"0x1f"'],
  [".inf", '".inf"'],
  [".5", '".5"'],
  ["2026-1-2", '"2026-1-2"'],
  ["2026-12-24T08:00:00Z", '"2026-12-24T08:00:00Z"'],
  ["on call", "on call"],
  ["yes sir", "yes sir"],
  [" a", '" a"'],
  ["a ", '"a "'],
  ["a:", '"a:"'],
  ["a: b", '"a: b"'],
  ["a:b", "a:b"],
  ["a #b", '"a #b"'],
  ["a#b", "a#b"],
  ["- a", '"- a"'],
  ["-a", "-a"],
  ["-", '"-"'],
  ["? a", '"? a"'],
  ["---", '"---"'],
  ["...", '"..."'],
  ["#a", '"#a"'],
  ["@a", '"@a"'],
  ["`a", '"`a"'],
  ["*a", '"*a"'],
  ["&a", '"&a"'],
  ["!a", '"!a"'],
  ["|", '"|"'],
  ["%a", '"%a"'],
  ["[a", '"[a"'],
  ["a, b", "a, b"],
  ['"a"', `'"a"'`],
  [`"it's"`, '"\\"it\'s\\""'],
  ["it's", "it's"],
  ["a\tb", '"a\\tb"'],
  ["a\u202eb", String.raw`"a\u202eb"`],
  [5, "5"],
  [0.25, "0.25"],
  [true, "true"],
])("writes %j as %s", (value, text) => {
  expect(formatScalar(value)).toBe(text);
  expect(parseYaml(text, "a.yaml", [])?.value).toBe(value);
});

it.each([
  ["a, b", '"a, b"'],
  ["a]", '"a]"'],
  ["{a}", '"{a}"'],
  ["a b", "a b"],
])("writes %j in brackets as %s", (value, text) => {
  expect(formatScalar(value, true)).toBe(text);
});

const categories = (count: number) => Array.from({ length: count }, (_, index) => `category ${index}`);

it("writes the attributes of an alert that are set, with comments", () => {
  const event: FormattedDefinition = {
    definition: {
      ...definition,
      name: "Deployed, ${x}",
      renamedFrom: "12",
      annotations: "See:\n\n- ${url}\n- b\n",
      policy: "Every ${time}",
      disabled: true,
      mute: { until: Date.UTC(2026, 11, 24, 8), reason: "load: ${x}" },
      destinations: ["On-call", 7, "a, b"],
      host_types: ["mysql"],
      ignore: ["disabled"],
      condition: { kind: "event", categories: categories(8) },
    },
    lineComments: { policy: "It was deleted.", duration: "Not used." },
    listComments: {
      hosts: ["Host 1 was deleted.", "Host 2 was deleted."],
      destinations: ["One."],
      ignore: [],
    },
  };
  const threshold: FormattedDefinition = {
    definition: {
      ...definition,
      annotations: "one line",
      condition: {
        kind: "threshold",
        alert_level: "warn",
        metric: "os.${m}",
        trigger: 1.5,
        reset: 1,
        duration: "5m",
      },
    },
    lineComments: { duration: "Five minutes." },
  };
  const text = `alerts:
  - name: Deployed, $\${x}
    renamed_from: "12"
    annotations: |
      See:

      - $\${url}
      - b
    policy: Every $\${time} # It was deleted.
    # One.
    destinations: [On-call, 7, "a, b"]
    # Host 1 was deleted.
    # Host 2 was deleted.
    hosts: []
    host_types: [mysql]
    disabled: true
    muted:
      until: "2026-12-24T08:00:00Z"
      reason: "load: $\${x}"
    ignore: [disabled]
    event:
      categories:
        - category 0
        - category 1
        - category 2
        - category 3
        - category 4
        - category 5
        - category 6
        - category 7

  - name: A
    annotations: one line
    policy: 1
    threshold:
      alert_level: warn
      metric: os.$\${m}
      trigger: 1.5
      reset: 1
      duration: 5m # Five minutes.
`;
  expect(formatDefinitions([event, threshold])).toBe(text);
});

it.each([
  ["a\nb", "|-"],
  ["a\nb\n", "|"],
  ["a\n\nb\n", "|"],
  ["a\n b", "|-"],
  ["a", undefined],
  ["a\n", undefined],
  [" a\nb", undefined],
  ["\na\nb", undefined],
  ["a \nb", undefined],
  ["a\nb ", undefined],
  ["a\nb\n\n", undefined],
  ["a\nb\tc\u202e", undefined],
])("writes the annotations %j as a block scalar if it is readable", (annotations, header) => {
  const text = formatDefinitions([{ definition: { ...definition, annotations } }]);
  expect(/annotations: (\|-?)\n/.exec(text)?.[1]).toBe(header);
  expect(parse(text)).toMatchObject({ alerts: [{ annotations }] });
});

it.each([
  [80, "["],
  [81, "\n"],
])("writes a sequence with %i characters in one line or one per item", (length, start) => {
  const names = ["a", "x".repeat(length - 3)];
  const condition = { kind: "event", categories: names } as const;
  const text = formatDefinitions([{ definition: { ...definition, condition } }]);
  expect(text).toContain(`categories:${start === "[" ? " [" : start}`);
  expect(parse(text)).toMatchObject({ alerts: [{ event: { categories: names } }] });
});

it("escapes hidden characters and line breaks", () => {
  const name = "a\u202eb\u{e0001}c\nd\u0007";
  const text = formatDefinitions([{ definition: { ...definition, name } }]);
  expect(text).toContain('name: "a\\u202eb\\U000e0001c\\nd\\u0007"\n');
  expect(parse(text)).toMatchObject({ alerts: [{ name }] });
});

it("writes no alerts as an empty sequence", () => {
  expect(formatDefinitions([])).toBe("alerts: []\n");
});
