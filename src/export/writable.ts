/** Which alerts can be said in code, and why the others cannot: those are left out, and told. */
import { normalize } from "../reconcile";
import { type AlertCondition, type ListedAlert, formatAlertType } from "../service";
import { type Language, type LiveEnvironment, type Skipped, type WholeAlert } from "./environment";

export interface Writable {
  /** Their sets in order and without repeats. */
  readonly alerts: readonly WholeAlert[];
  readonly skipped: readonly Skipped[];
}

export function writable({ alerts, unsupportedAlerts }: LiveEnvironment, language: Language): Writable {
  const namesakes = new Namesakes([...alerts.map(({ alert }) => alert), ...unsupportedAlerts], language);
  const written: WholeAlert[] = [];
  const skipped: Skipped[] = unsupportedAlerts.map((unsupportedAlert) => ({
    id: unsupportedAlert.id,
    name: unsupportedAlert.name,
    reason: `It is of a kind that this version does not know (${formatAlertType(unsupportedAlert)}).`,
  }));
  for (const { alert, config } of alerts) {
    const { id, name } = alert;
    if (config === undefined) {
      const reason =
        "It was begun and never given a configuration: give it one in the service, or delete it.";
      skipped.push({ id, name, reason });
      continue;
    }
    const whole = inOrder({ alert, config });
    const reason = namesakes.reasonFor(alert) ?? reasonNotToWrite(whole, language);
    if (reason === undefined) written.push(whole);
    else skipped.push({ id, name, reason });
  }
  return { alerts: written, skipped: skipped.sort((a, b) => a.id - b.id) };
}

function inOrder({ alert, config }: WholeAlert): WholeAlert {
  const { destinations, hosts, hostTypes, condition } = normalize({ ...alert, ...config });
  return { alert: { ...alert, destinations }, config: { ...config, hosts, hostTypes, condition } };
}

/** Alerts whose names are one to who reads the code. */
class Namesakes {
  readonly #byName = new Map<string, number[]>();

  constructor(
    alerts: readonly ListedAlert[],
    private readonly language: Language,
  ) {
    for (const { id, name } of alerts) {
      const ids = this.#byName.get(this.#asRead(name));
      if (ids === undefined) this.#byName.set(this.#asRead(name), [id]);
      else ids.push(id);
    }
  }

  reasonFor({ name }: { readonly name: string }): string | undefined {
    const ids = this.#byName.get(this.#asRead(name)) ?? [];
    if (ids.length < 2) return undefined;
    const who = this.language === "yaml" ? "" : ", as Terraform reads names";
    return `${ids.length} alerts have this name${who} (ids ${[...ids].sort((a, b) => a - b).join(", ")}): rename all but one in the service.`;
  }

  /** Terraform brings every text into one Unicode form, so two names may be one to it. */
  #asRead(name: string): string {
    return this.language === "yaml" ? name : name.normalize("NFC");
  }
}

/** As cdktf writes what Terraform is yet to know: in a text of an alert it would be taken for that. */
const cdktfToken = /[$#&]\{TfToken\[|-\d\.\d+e\+2\d\d/;
const largestForCdktf = 1e250;

function reasonNotToWrite({ alert, config }: WholeAlert, language: Language): string | undefined {
  const { condition, hostTypes } = config;
  const texts = [alert.name, alert.annotations, ...hostTypes, ...textsOf(condition)];
  if (alert.name === "") return "It has no name: give it one in the service.";
  if ([...hostTypes, ...textsOf(condition)].includes("")) {
    return "Its configuration has an empty text where a metric, a category or a host type is to be.";
  }
  if (condition.kind === "event" && condition.categories.length === 0) {
    return "It fires on no event: give it a category in the service.";
  }
  if (texts.some((text) => /\p{Cs}/u.test(text))) {
    return "One of its texts holds half of a character, which no file can hold.";
  }
  if (language !== "typescript") return undefined;
  if (/^\s*$/.test(alert.name)) return "Its name is blank, which the constructs refuse.";
  if (condition.kind === "threshold" && /\s/.test(condition.metric)) {
    return "Its metric has white space in it, which the constructs refuse.";
  }
  const numbers = condition.kind === "threshold" ? [condition.trigger, condition.reset] : [];
  const isLikeToken =
    texts.some((text) => cdktfToken.test(text)) ||
    numbers.some((number) => Math.abs(number) >= largestForCdktf);
  return isLikeToken
    ? "It holds a text or a number that cdktf takes for a token of its own: export it to hcl or yaml."
    : undefined;
}

function textsOf(condition: AlertCondition): readonly string[] {
  return condition.kind === "event" ? condition.categories : [condition.metric];
}

/** Whether a text is to Terraform what it is to the service. */
export function isSameToTerraform(text: string): boolean {
  return text === text.normalize("NFC");
}

/** Whether a text can stand in a construct. */
export function isSafeForCdktf(text: string): boolean {
  return !cdktfToken.test(text);
}
