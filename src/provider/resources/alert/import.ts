/**
 * Imports an alert by its id or its name, or by its identity. The id alone identifies an alert: the name of a stored identity is null, so a
 * rename does not change the identity. In an import, the name finds the alert, or confirms that the id is that of the expected alert. The
 * identity of a listed alert has both, for readable import blocks.
 */
import { didYouMean, nearNames, ProblemError, quote } from "../../../diagnostics";
import { type EnvironmentSession } from "../../../engine";
import { alertDescriptions as descriptions, isSameText, type ListedAlert } from "../../../service";
import {
  attribute as a,
  type IdentityDefinition,
  type ImportRequest,
  type ImportTarget,
  schema,
  type Stored,
} from "../../../tfplugin";
import { type ProviderSession, withSubject } from "../../session";
import { checkNotEmpty, isAlertId } from "../../validators";
import { createOwner, writeNewAlertPrivate } from "./private-state";
import { toState } from "./references";
import { type AlertSchema } from "./schema";
import { requireSupportedKind, toAlertValues } from "./state";

const checkAlertId = (id: string) =>
  isAlertId(id) ? undefined : `${quote(id)} is not the id of an alert. Use a number, or set name instead.`;

const alertIdentitySchema = schema({
  description: "The identity of an alert. Set `id`, `name` or both.",
  attributes: {
    id: a.string({ optional: true, validate: [checkAlertId], description: descriptions.id }),
    name: a.string({
      optional: true,
      validate: [checkNotEmpty],
      description:
        "Name of the alert, for the import. With `id`, the import fails if the alert has another name. Null in the state.",
    }),
  },
});

export type AlertIdentitySchema = typeof alertIdentitySchema;

export const alertIdentity: IdentityDefinition<AlertSchema, AlertIdentitySchema> = {
  schema: alertIdentitySchema,
  of: ({ id }) => ({ id, name: null }),
};

type AlertImportTarget = ImportTarget<AlertIdentitySchema>;

export function importAlert({
  session,
  ...target
}: ImportRequest<ProviderSession, AlertIdentitySchema>): Promise<Stored<AlertSchema>> {
  const { live } = session;
  return withSubject(target.id, async () => {
    let listed = await find(live, target);
    if (listed === undefined) {
      // It may have been created after the list was fetched.
      live.invalidate();
      listed = await find(live, target);
    }
    if (listed === undefined) throw notFound(target, await live.alerts());
    const alert = requireSupportedKind(listed);
    const { id, kind } = alert;
    const { state, references } = await toState(session, toAlertValues(await live.withConfig(alert)));
    const owner = createOwner();
    return { state, private: writeNewAlertPrivate(session, { id, kind, owner, references }) };
  });
}

/** @throws ProblemError for an empty identity, or one with the id and the name of different alerts; ServiceError */
async function find(
  live: EnvironmentSession["live"],
  target: AlertImportTarget,
): Promise<ListedAlert | undefined> {
  if (target.identity === undefined) {
    const byId = isAlertId(target.id) ? await live.findById(Number(target.id)) : undefined;
    return byId ?? (await live.findByName(target.id));
  }
  const { id, name } = target.identity;
  if (id !== null) {
    const found = await live.findById(Number(id));
    if (found === undefined || name === null || isSameText(found.name, name)) return found;
    throw differentAlerts(found, name);
  }
  if (name !== null) return live.findByName(name);
  throw ProblemError.of("not-found", "The identity has neither id nor name.", {
    remedy: "Set id, name or both.",
  });
}

function notFound(target: AlertImportTarget, alerts: readonly ListedAlert[]): ProblemError {
  const { id, name } = target.identity ?? { id: null, name: target.id };
  const identifier = id === null ? "name" : "id";
  const what = target.identity === undefined ? "id or name" : identifier;
  const names = alerts.map((alert) => alert.name);
  const similar = name === null ? [] : nearNames(name, names);
  return ProblemError.of("not-found", `No alert has the ${what} ${id ?? quote(name ?? "")}.`, {
    remedy:
      similar.length > 0
        ? didYouMean(similar)
        : "Use the id or the exact name of an alert as the service lists it. It may have been deleted.",
  });
}

function differentAlerts({ id, name }: ListedAlert, expected: string): ProblemError {
  const what = `The alert with the id ${id} is named ${quote(name)}, not ${quote(expected)}.`;
  return ProblemError.of("not-found", what, {
    remedy: "Set id and name of the same alert, or only one of them. The alert may have been renamed.",
  });
}
