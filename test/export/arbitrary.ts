/** Arbitrary environments with any strings that the service accepts. */
import fc from "fast-check";
import { type LiveEnvironment } from "../../src/export";
import { type LiveAlert } from "../../src/reconcile";

const hostile = fc.constantFrom(
  ...[
    "${x}",
    "$${x}",
    "%{x}",
    "%%{x}",
    '"',
    "'",
    "\\",
    "\n",
    "\r\n",
    " ",
    "\t",
    "#",
    ": ",
    "- ",
    "🚨",
    "👩‍👩‍👧",
    "❤️",
    "語",
    "e\u0301",
  ],
  ...[
    "\u0000",
    "\u001b[31m",
    "\u0085",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\u200d",
    "yes",
    "null",
    "1e3",
    "*/",
    "//",
    "`",
    "|",
    ">",
    "&a",
    "a b c",
  ],
);
const pieces = fc.oneof(hostile, fc.string({ unit: "binary", maxLength: 4 }), fc.string({ maxLength: 40 }));
const anyText = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(""));
const someText = anyText.filter((text) => text !== "");
/** Without white space, which constructs reject in a metric. */
const word = someText.map((text) => text.replace(/\s/g, "_"));

const ids = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 6 });
const types = fc.array(fc.oneof(fc.constantFrom("mysql", "os"), someText), { maxLength: 4 });
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, min: -1e200, max: 1e200 }).map((value) => value + 0),
);
const condition = fc.oneof(
  fc.record({
    kind: fc.constant("event" as const),
    categories: fc.array(someText, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant("threshold" as const),
    alert_level: fc.constantFrom("info" as const, "warn" as const, "crit" as const),
    metric: word,
    trigger: number,
    duration: fc.integer({ min: 1, max: 3 }),
    reset: number,
  }),
);
const prefix = fc.constantFrom("", "", "shop/", "Billing: ", "[ops] ", "class/");
const settings = fc.record({
  name: fc
    .tuple(prefix, someText)
    .map((parts) => parts.join(""))
    .filter((name) => /\S/.test(name)),
  annotations: anyText,
  policy: fc.integer({ min: 1, max: 4 }),
  disabled: fc.boolean(),
  destinations: ids,
});
const filters = fc.record({ hosts: ids, host_types: types });

const alerts = fc
  .uniqueArray(fc.tuple(settings, filters, condition), {
    selector: ([{ name }]) => name.normalize("NFC"),
    maxLength: 12,
  })
  .map((all) =>
    all.map(([own, rest, made], index): LiveAlert => ({
      alert: { ...own, id: index + 1, kind: made.kind, unknownFields: {} },
      config: { ...rest, condition: made, unknownFields: {} },
    })),
  );

/** Six entries with IDs from 1. Names may be equal. */
const catalog = (name: fc.Arbitrary<string>) =>
  fc
    .array(name, { minLength: 6, maxLength: 6 })
    .map((names) => names.map((one, index) => ({ id: index + 1, name: one })));
const someName = fc.oneof(fc.constantFrom("Twice", "node", "toString", "db-1.example:3306", "3"), anyText);

const seconds = fc.constantFrom(undefined, 0, 0.5, 59.9995, 60, 90, 3600, 86_400, 1e21);

export const anyEnvironment: fc.Arbitrary<LiveEnvironment> = fc
  .record({
    alerts,
    destinations: catalog(someName),
    hosts: catalog(someName),
    policies: catalog(anyText),
    durations: fc
      .tuple(catalog(anyText), fc.array(seconds, { minLength: 6, maxLength: 6 }))
      .map(([entries, lengths]) => entries.map((entry, index) => ({ ...entry, seconds: lengths[index] }))),
  })
  .map(({ hosts, ...rest }) => ({
    ...rest,
    unsupportedAlerts: [],
    hosts: hosts.map((host) => ({ ...host, isDeleted: host.id === 6 })),
  }));
