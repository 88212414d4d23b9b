/** The dialog that edits an alert. It has a control for each field of the service. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { type AlertFormField } from "../control/alert-form-fields";
import { Form, type FormField, type FormValues } from "./form";
import { type OverviewAlert, send, setState, state, usePage } from "./state";

let described: readonly AlertFormField[] = [];

export async function loadFields(): Promise<void> {
  const response = await fetch("/fields.json");
  described = (await response.json()) as readonly AlertFormField[];
}

export function AlertForm() {
  const { edited } = usePage();
  return edited === undefined ? null : <AlertDialog alert={edited} />;
}

function AlertDialog({ alert }: { alert: OverviewAlert }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const objects = useRef<Readonly<Record<string, unknown>>>({ ...state.overview });
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  const kind = alert.type === 1 ? "event" : "threshold";
  const shown = described.filter((field) => field.kind === undefined || field.kind === kind);
  const values: FormValues = { ...alert.config, ...alert };
  const fields = shown.map((field): FormField => {
    // The list of the objects that a field refers to is named like the field, in the plural.
    const plural = `${field.name.replace(/s$/, "").replace(/y$/, "ie")}s`;
    const list = objects.current[plural] as FormField["objects"] & object;
    return { ...field, value: values[field.name], ...(list === undefined ? {} : { objects: list }) };
  });
  const save = async (after: FormValues, before: FormValues) => {
    const parts = (["alert", "config"] as const).map((part) => {
      const names = shown.filter((field) => field.part === part).map(({ name }) => name);
      const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
      // The first configuration must be complete.
      const sent = part === "config" && alert.config === null && changed.length > 0 ? names : changed;
      return [part, Object.fromEntries(sent.map((name) => [name, after[name]]))] as const;
    });
    const changes = parts.filter(([, change]) => Object.keys(change).length > 0);
    const { error } =
      changes.length === 0 ? {} : await send("PATCH", `alerts/${alert.id}`, Object.fromEntries(changes));
    if (error === undefined) dialog.current?.close();
    return error;
  };
  return (
    <dialog ref={dialog} aria-labelledby="edit-title" onClose={() => setState({ edited: undefined })}>
      <Form
        {...{ id: "edit", title: `Edit alert ${alert.id}`, action: "Save", fields, onSend: save }}
        // An incomplete alert can be renamed before it is configured.
        isIncomplete={alert.config === null}
      >
        <button type="button" onClick={() => dialog.current?.close()} children="Cancel" />
        <p class="note">Changes take effect after the propagation window.</p>
      </Form>
    </dialog>
  );
}
