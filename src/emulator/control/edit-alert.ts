/** Edits an alert as in the service's web page: single fields, with the checks and the propagation of the API. */
import * as z from "zod";
import { type AlertConfigWire, type AlertWire } from "../../service";
import { type AppParts } from "../http/app-context";
import { checkBody } from "../http/validate-input";
import { type Monitor } from "../monitor";
import { routes } from "../routes";
import { alertOfPath, type Call } from "../routes/route";

const fields = z.record(z.string(), z.unknown());
/** The fields to change. */
const alertEdit = z.strictObject({ alert: fields.optional(), config: fields.optional() });

/**
 * Changes the alert, its configuration, or both, or nothing if a field is invalid.
 * @param pathId id of the alert as sent
 * @throws ApiError 400, 404 or 409
 */
export function editAlert(
  monitor: Monitor,
  { clock, rules }: Pick<AppParts, "clock" | "rules">,
  pathId: string,
  body: unknown,
): AlertWire & { readonly config: AlertConfigWire | null } {
  const { alert, config } = checkBody(alertEdit, body);
  const environment = monitor.store;
  return monitor.write(({ raise }) => {
    const query = new URLSearchParams();
    const call: Call = { environment, clock, rules, pathId, query, body: undefined, raise };
    const current = alertOfPath(call);
    if (alert !== undefined) routes.updateAlert({ ...call, body: { ...current, ...alert } });
    if (config !== undefined) {
      const currentConfig = environment.alertConfigs.get(current.id);
      routes.writeAlertConfig({ ...call, body: { ...currentConfig, ...config } });
    }
    return { ...alertOfPath(call), config: environment.alertConfigs.get(current.id) ?? null };
  });
}
