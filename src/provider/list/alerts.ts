/** `list "dbmon_alert"`: finds alerts for `terraform query`, including unmanaged ones. */
import { hintForName, nameMatcher, quote } from "../../diagnostics";
import { unsupportedKind } from "../../reconcile";
import { type AlertKind, isUnsupported, type ListedAlert } from "../../service";
import {
  type ArgumentsOf,
  attribute as a,
  type DiagnosticDetails,
  type ListedObject,
  schema,
  t,
  toDiagnostic,
} from "../../tfplugin";
import { listWithRecentAlerts, withConfig } from "../data-sources/alerts";
import { byId } from "../data-sources/search";
import { alert } from "../resources/alert";
import { type AlertIdentitySchema } from "../resources/alert/import";
import { toState } from "../resources/alert/references";
import { type AlertSchema } from "../resources/alert/schema";
import { toAlertValues } from "../resources/alert/state";
import { list, type ProviderSession, withSubject } from "../session";
import { checkNotEmpty } from "../validators";

const kinds: readonly AlertKind[] = ["event", "threshold"];
const checkKind = (text: string) =>
  kinds.some((kind) => kind === text)
    ? undefined
    : `${quote(text)} is not an alert kind. ${hintForName(text, kinds)}`;

const pattern = "`*` matches any text, and `?` matches one character.";

const filters = schema({
  description:
    "Finds the alerts of the environment, managed or not. It makes one call for the list. With `include_resource`, or with the option " +
    "`-generate-config-out`, it makes one further call for each alert.",
  attributes: {
    name_pattern: a.string({
      optional: true,
      validate: [checkNotEmpty],
      description: `Returns only alerts whose whole name matches. ${pattern} Default: all alerts.`,
    }),
    kind: a.string({
      optional: true,
      validate: [checkKind],
      description: "Returns only alerts of this kind: `event` or `threshold`. Default: both.",
    }),
    disabled: a.boolean({
      optional: true,
      description: "Returns only disabled alerts if `true`, and only others if `false`. Default: both.",
    }),
    exclude_names: a.set(t.string, {
      optional: true,
      default: [],
      description: `Names of alerts to omit. ${pattern}`,
    }),
  },
});

type Listed = ListedObject<AlertSchema, AlertIdentitySchema>;

export const alertList = list({
  resource: alert,
  schema: filters,
  async *list({ config, session, includeResource, limit, diagnostics }) {
    const all = await withSubject("alerts", () => listWithRecentAlerts(session));
    const matching = byId(all.filter(matcherOf(config))).slice(0, Math.min(limit, all.length));
    // The client limits the concurrency of the reads.
    const reads = matching.map((found) => toListed(session, found, includeResource));
    for (const read of reads) read.catch(() => undefined);
    for (const read of reads) {
      const { warning, result } = await read;
      if (warning !== undefined) diagnostics.warning(warning);
      yield result;
    }
  },
});

function matcherOf({
  name_pattern,
  kind,
  disabled,
  exclude_names,
}: ArgumentsOf<typeof filters>): (found: ListedAlert) => boolean {
  const isIncluded = nameMatcher([name_pattern ?? "*"]);
  const isExcluded = nameMatcher(exclude_names);
  return (found) => {
    if (!isIncluded(found.name) || isExcluded(found.name)) return false;
    // An unsupported alert matches no filter of its settings.
    if (isUnsupported(found)) return kind === null && disabled === null;
    return (kind ?? found.kind) === found.kind && (disabled ?? found.disabled) === found.disabled;
  };
}

async function toListed(
  session: ProviderSession,
  found: ListedAlert,
  includeResource: boolean,
): Promise<{ readonly warning: DiagnosticDetails | undefined; readonly result: Listed }> {
  const { id, name } = found;
  const result = { displayName: name, identity: { id: String(id), name } };
  if (isUnsupported(found)) {
    const generated = "Its generated resource block is empty. Delete it with its import block. ";
    const detail = `${includeResource ? generated : ""}${omission(name)}`;
    return { warning: { ...toDiagnostic(unsupportedKind(found)), detail }, result };
  }
  if (!includeResource) return { warning: undefined, result };
  const live = await withSubject(name, () => withConfig(session, found));
  const warning =
    live.config === undefined
      ? {
          summary: `${quote(name)}: The alert (id ${id}) has no configuration`,
          detail: `Its generated block has neither event nor threshold. Add one of them, or delete the alert. ${omission(name)}`,
        }
      : undefined;
  const { state } = await withSubject(name, () => toState(session, toAlertValues(live)));
  return { warning, result: { ...result, state } };
}

const omission = (name: string) => `To omit the alert, add ${quote(name)} to exclude_names.`;
