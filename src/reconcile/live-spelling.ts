/**
 * Texts are compared in NFC, and each write is a complete object. A write must not convert the texts that it does not change, so it
 * sends them in the normalization form of the live alert.
 */
import { type AlertCondition, isSameText, TextMap } from "../service";
import { type DesiredAlert, type LiveAlert } from "./desired-alert";

/** The desired alert, in which each text that the live alert has too is spelled as in the live alert. */
export function withLiveSpelling(desired: DesiredAlert, { alert, config }: LiveAlert): DesiredAlert {
  return {
    ...desired,
    name: spellAs(desired.name, alert.name),
    annotations: spellAs(desired.annotations, alert.annotations),
    hostTypes: spellAllAs(desired.hostTypes, config?.hostTypes ?? []),
    condition: spellCondition(desired.condition, config?.condition),
  };
}

function spellCondition(desired: AlertCondition, live: AlertCondition | undefined): AlertCondition {
  if (desired.kind === "event" && live?.kind === "event")
    return { ...desired, categories: spellAllAs(desired.categories, live.categories) };
  if (desired.kind === "threshold" && live?.kind === "threshold")
    return { ...desired, metric: spellAs(desired.metric, live.metric) };
  return desired;
}

function spellAs(text: string, live: string): string {
  return isSameText(text, live) ? live : text;
}

/** The texts, each in the forms that the live set has. A live set may contain one text in several forms. */
export function spellAllAs(texts: readonly string[], live: readonly string[]): readonly string[] {
  const liveForms = new TextMap<string[]>();
  for (const text of live) {
    const forms = liveForms.get(text);
    if (forms === undefined) liveForms.set(text, [text]);
    else forms.push(text);
  }
  const unique = new TextMap(texts.map((text) => [text, text] as const));
  return [...unique.values()].flatMap((text) => liveForms.get(text) ?? [text]);
}
