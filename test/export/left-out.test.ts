/** What cannot be said in code is left out, and both the code and the caller are told why. */
import { exportEnvironment, type Language, languages } from "../../src/export";
import { type LiveAlert } from "../../src/reconcile";
import { environmentOf, liveEvent, named } from "./live";

const metric = (over: object): LiveAlert => {
  const { alert, config } = liveEvent(2, "odd");
  if (config === undefined) throw new Error("no configuration");
  const condition = { alertLevel: "warn", metric: "m", trigger: 1, duration: 1, reset: 1, ...over } as const;
  return {
    alert: { ...alert, kind: "threshold" },
    config: { ...config, condition: { kind: "threshold", ...condition } },
  };
};

const all: readonly Language[] = languages;
const cases: readonly (readonly [string, LiveAlert, readonly Language[], string])[] = [
  ["is incomplete", { ...liveEvent(2, "odd"), config: undefined }, all, "never given a configuration"],
  ["has no name", liveEvent(2, ""), all, "has no name"],
  ["fires on no event", liveEvent(2, "odd", []), all, "fires on no event"],
  ["has an empty category", liveEvent(2, "odd", [""]), all, "has an empty text"],
  ["has an empty metric", metric({ metric: "" }), all, "has an empty text"],
  ["holds half of a character", liveEvent(2, "odd \ud83d"), all, "half of a character"],
  ["has a blank name", liveEvent(2, " \n"), ["typescript"], "blank"],
  ["has a metric of two words", metric({ metric: "a b" }), ["typescript"], "white space"],
  [
    "has a name like a token of cdktf",
    liveEvent(2, "${TfToken[TOKEN.0]}"),
    ["typescript"],
    "cdktf takes for",
  ],
  [
    "has a trigger like a token of cdktf",
    metric({ trigger: -1.8881545897087505e289 }),
    ["typescript"],
    "cdktf takes for",
  ],
];

describe.each(all)("in %s", (language) => {
  it.each(cases)("an alert that %s", (_, odd, isLeftOutIn, reason) => {
    const { alerts, skipped, files } = exportEnvironment(
      environmentOf([liveEvent(1, "fine"), odd]),
      language,
    );
    const isLeftOut = isLeftOutIn.includes(language);
    expect(alerts).toBe(isLeftOut ? 1 : 2);
    expect(skipped).toEqual(
      isLeftOut ? [{ id: 2, name: odd.alert.name, reason: expect.stringContaining(reason) as string }] : [],
    );
    const code = files.map(({ text }) => text).join("");
    expect(code.includes("Left out, and left alone by every plan:")).toBe(isLeftOut);
    expect(code.includes(`(id 2): ${skipped[0]?.reason ?? ""}`)).toBe(isLeftOut);
  });

  it("an alert of a kind that is not known", () => {
    const unsupportedAlert = { id: 9, name: "custom", kind: "unknown", type: 3 } as const;
    const { skipped, files } = exportEnvironment(
      environmentOf([], { unsupportedAlerts: [unsupportedAlert] }),
      language,
    );
    expect(skipped).toMatchObject([{ id: 9, reason: expect.stringContaining("(type 3)") as string }]);
    expect(files.some(({ text }) => text.includes('- "custom" (id 9)'))).toBe(true);
  });

  it("alerts of one name, of which no code could say which it means", () => {
    const { skipped } = exportEnvironment(named("same", "same", "other"), language);
    expect(skipped.map(({ id }) => id)).toEqual([1, 2]);
    expect(skipped[0]?.reason).toContain("2 alerts have this name");
  });

  it("names that Terraform takes for one are left out where it reads them", () => {
    const { skipped } = exportEnvironment(named("caf\u00e9", "cafe\u0301"), language);
    expect(skipped).toHaveLength(language === "yaml" ? 0 : 2);
  });
});
