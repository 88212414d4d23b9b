/** Alerts that code cannot express are skipped with a reason, in the result and in a comment. */
import { exportEnvironment, type Language, languages } from "../../src/export";
import { type LiveAlert } from "../../src/reconcile";
import { environmentOf, liveEvent, named } from "./live";

const metric = (over: object): LiveAlert => {
  const { alert, config } = liveEvent(2, "odd");
  if (config === undefined) throw new Error("no configuration");
  const condition = { alert_level: "warn", metric: "m", trigger: 1, duration: 1, reset: 1, ...over } as const;
  return {
    alert: { ...alert, kind: "threshold" },
    config: { ...config, condition: { kind: "threshold", ...condition } },
  };
};

const all: readonly Language[] = languages;
const cases: readonly (readonly [string, LiveAlert, readonly Language[], string])[] = [
  ["is incomplete", { ...liveEvent(2, "odd"), config: undefined }, all, "has no configuration"],
  ["has no name", liveEvent(2, ""), all, "has no name"],
  ["has no event category", liveEvent(2, "odd", []), all, "has no event category"],
  ["has an empty category", liveEvent(2, "odd", [""]), all, "is an empty string"],
  ["has an empty metric", metric({ metric: "" }), all, "is an empty string"],
  ["has an unpaired surrogate", liveEvent(2, "odd \ud83d"), all, "unpaired surrogate"],
  ["has a blank name", liveEvent(2, " \n"), ["typescript"], "blank"],
  ["has a metric with white space", metric({ metric: "a b" }), ["typescript"], "white space"],
  [
    "has a name like a cdktf token",
    liveEvent(2, "${TfToken[TOKEN.0]}"),
    ["typescript"],
    "The CDK would interpret",
  ],
  [
    "has a trigger like a cdktf token",
    metric({ trigger: -1.8881545897087505e289 }),
    ["typescript"],
    "The CDK would interpret",
  ],
];

describe.each(all)("in %s", (language) => {
  it.each(cases)(
    "an alert that %s is skipped if the language cannot express it",
    (_, odd, skippingLanguages, reason) => {
      const { alerts, skipped, files } = exportEnvironment(
        environmentOf([liveEvent(1, "fine"), odd]),
        language,
      );
      const isSkipped = skippingLanguages.includes(language);
      expect(alerts).toBe(isSkipped ? 1 : 2);
      expect(skipped).toEqual(
        isSkipped ? [{ id: 2, name: odd.alert.name, reason: expect.stringContaining(reason) as string }] : [],
      );
      const code = files.map(({ text }) => text).join("");
      expect(code.includes("Not exported. These alerts stay unmanaged:")).toBe(isSkipped);
      expect(code.includes(`(id 2): ${skipped[0]?.reason ?? ""}`)).toBe(isSkipped);
    },
  );

  it("an unsupported alert is skipped", () => {
    const unsupportedAlert = { id: 9, name: "custom", kind: "unknown", type: 3 } as const;
    const { skipped, files } = exportEnvironment(
      environmentOf([], { unsupportedAlerts: [unsupportedAlert] }),
      language,
    );
    expect(skipped).toMatchObject([{ id: 9, reason: expect.stringContaining("(type 3)") as string }]);
    expect(files.some(({ text }) => text.includes('- "custom" (id 9)'))).toBe(true);
  });

  it("alerts with the same name are skipped", () => {
    const { skipped } = exportEnvironment(named("same", "same", "other"), language);
    expect(skipped.map(({ id }) => id)).toEqual([1, 2]);
    expect(skipped[0]?.reason).toContain("2 alerts have this name");
  });

  it("alerts whose names differ only in their normalization form are skipped", () => {
    const { skipped } = exportEnvironment(named("caf\u00e9", "cafe\u0301"), language);
    expect(skipped.map(({ id }) => id)).toEqual([1, 2]);
    expect(skipped[0]?.reason).toContain("2 alerts have this name");
  });
});
