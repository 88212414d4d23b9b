/** What an aspect finds wrong with an alert is told with all other complaints, when the stack is validated. */
import { type IAspect } from "cdktf";
import { type Alert } from "../alert";
import { type AlertResource, subjectOf } from "../alert-resource";

const added = new WeakMap<Alert, Set<IAspect>>();

/** @param check asked with the defaults of the scopes filled in; once an aspect, however often a stack is synthesized */
export function addComplaint(
  alert: Alert,
  aspect: IAspect,
  check: (resource: AlertResource) => string | undefined,
): void {
  const known = added.get(alert) ?? new Set();
  if (known.has(aspect)) return;
  added.set(alert, known.add(aspect));
  alert.node.addValidation({
    validate: () => {
      alert.resource.fillIn();
      const complaint = check(alert.resource);
      return complaint === undefined ? [] : [`${subjectOf(alert.resource)}: ${complaint}`];
    },
  });
}
