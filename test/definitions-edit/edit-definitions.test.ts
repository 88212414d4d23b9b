/** The exact text after an edit. The random edits of test/cli/commands/accept prove its meaning, and do not notice an unusual layout. */
import { noEnvironments, parseAlerts, readDefinitionsFile } from "../../src/definitions";
import { type AttributeEdit, editDefinitions, type LiveValue } from "../../src/definitions-edit";

/** Edits the first alert of a file. */
function edit(file: string, text: string, attributes: readonly AttributeEdit[], isRemoved = false) {
  const content = readDefinitionsFile(text, { file, isNamed: true }, []);
  const [definition] = content === undefined ? [] : parseAlerts(content, noEnvironments).alerts;
  if (content === undefined || definition === undefined) throw new Error(text);
  return editDefinitions([{ definition, attributes, isOfOtherKind: false, isRemoved }], {
    files: [content],
    config: undefined,
    scope: noEnvironments,
    scopes: [noEnvironments],
    identify: (_, reference) => reference,
    readScopes: () => undefined,
    isAccepted: () => true,
  });
}

const editedText = (...args: Parameters<typeof edit>) => edit(...args).files[0]?.after;
const set = (key: string, value: LiveValue): AttributeEdit => ({ path: key.split("."), value });

const yaml = (attributes: string) => `alerts:
  # The first.
  - name: A # here
    policy: 1
${attributes.replace(/^\n/, "")}    event: { categories: [deploy] }

  - { name: B, policy: 1, event: { categories: [deploy] } }
`;

it.each<[change: string, before: string, edit: AttributeEdit, after: string]>([
  [
    "replaces a plain scalar",
    `    annotations: a # why\n`,
    set("annotations", "b"),
    `    annotations: b # why\n`,
  ],
  ["keeps single quotes", `    annotations: 'a'\n`, set("annotations", "it's"), `    annotations: 'it''s'\n`],
  ["keeps double quotes", `    annotations: "a"\n`, set("annotations", "b"), `    annotations: "b"\n`],
  [
    "keeps a block with its comment",
    `    annotations: | # why\n        a\n        b\n`,
    set("annotations", "c\n\nd\n"),
    `    annotations: | # why\n        c\n\n        d\n`,
  ],
  [
    "keeps a folded block",
    `    annotations: >-\n      a\n      b\n`,
    set("annotations", "c\nd"),
    `    annotations: >-\n      c\n\n      d\n`,
  ],
  [
    "writes several lines as a block",
    `    annotations: a\n`,
    set("annotations", "b\nc"),
    `    annotations: |-\n      b\n      c\n`,
  ],
  ["adds an attribute in the order of an export", ``, set("hosts", ["a", 7]), `    hosts: [a, 7]\n`],
  ["adds to an empty list", `    hosts: []\n`, set("hosts", ["a"]), `    hosts: [a]\n`],
  [
    "replaces and adds in brackets",
    `    hosts: [a, b]\n`,
    set("hosts", ["a", "c", "d"]),
    `    hosts: [a, c, d]\n`,
  ],
  ["removes the first in brackets", `    hosts: [a, b]\n`, set("hosts", ["b"]), `    hosts: [b]\n`],
  ["removes the last in brackets", `    hosts: [a, b]\n`, set("hosts", ["a"]), `    hosts: [a]\n`],
  [
    "adds a line in brackets",
    `    hosts: [\n        a, # one\n      ]\n`,
    set("hosts", ["a", "b"]),
    `    hosts: [\n        a, # one\n        b,\n      ]\n`,
  ],
  [
    "adds a line after an item without a comma",
    `    hosts: [\n        a # one\n      ]\n`,
    set("hosts", ["a", "b"]),
    `    hosts: [\n        a, # one\n        b\n      ]\n`,
  ],
  [
    "removes a line in brackets with its comments",
    `    hosts: [\n        a, # one\n        # two\n        b, # two\n      ]\n`,
    set("hosts", ["a"]),
    `    hosts: [\n        a, # one\n      ]\n`,
  ],
  [
    "removes an item with its comments",
    `    hosts:\n      # one\n      - a # one\n\n      # two\n      - b # two\n`,
    set("hosts", ["b"]),
    `    hosts:\n      # two\n      - b # two\n`,
  ],
  [
    "does not let a new item take the comment of another",
    `    hosts:\n    - a # one\n    - b # two\n`,
    set("hosts", ["c", "b"]),
    `    hosts:\n    - b # two\n    - c\n`,
  ],
  ["empties a block", `    hosts: # all\n      - a\n      - b\n`, set("hosts", []), `    hosts: [] # all\n`],
])("%s", (_, before, change, after) => {
  expect(editedText("alerts.yaml", yaml(before), [change])).toBe(yaml(after));
});

const json = (attributes: object, space = 2) =>
  `${JSON.stringify(
    {
      alerts: [
        { name: "A", policy: 1, ...attributes },
        { name: "B", policy: 1, event: { categories: ["deploy"] } },
      ],
    },
    undefined,
    space,
  )}\n`;
const event = { categories: ["deploy"] };

it.each<[change: string, before: object, edit: AttributeEdit, after: object]>([
  [
    "replaces a string",
    { annotations: "a", event },
    set("annotations", "b\n\u200b"),
    { annotations: "b\n\u200b", event },
  ],
  [
    "adds an item",
    { event },
    set("event.categories", ["deploy", "x"]),
    { event: { categories: ["deploy", "x"] } },
  ],
  ["removes the first item", { hosts: ["a", "b"], event }, set("hosts", ["b"]), { hosts: ["b"], event }],
  ["removes the last item", { hosts: ["a", "b"], event }, set("hosts", ["a"]), { hosts: ["a"], event }],
  ["adds an attribute", { event }, set("disabled", true), { disabled: true, event }],
  ["adds the last attribute", { event, disabled: false }, set("disabled", true), { event, disabled: true }],
])("in JSON, %s in the layout of the file", (_, before, change, after) => {
  const expected = (space: number) => json(after, space).replaceAll("\u200b", "\\u200b");
  expect(editedText("alerts.json", json(before), [change])).toBe(expected(2));
  const minified = editedText("alerts.json", json(before, 0), [change]);
  expect(JSON.parse(minified ?? "")).toEqual(JSON.parse(expected(0)));
  expect(minified).toMatch(/^.*\n$/);
});

it("removes an alert with its comment and one blank line", () => {
  expect(editedText("alerts.yaml", yaml(""), [], true)).toBe(
    "alerts:\n  - { name: B, policy: 1, event: { categories: [deploy] } }\n",
  );
});

it("does not edit values that one anchor sets for two attributes", () => {
  const text = yaml("    hosts: &names [a]\n    host_types: *names\n");
  const { files, refused } = edit("alerts.yaml", text, [set("hosts", ["b"]), set("host_types", ["c"])]);
  expect(files).toEqual([]);
  expect(refused.map(([, { what }]) => what)).toEqual([
    "The alert was not edited. Its values are written at one place.",
  ]);
});
