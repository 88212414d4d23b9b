/** The dialog that edits an alert, and the forms that try one: they report a metric value or create an event. */
import { type ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { alertLevels } from "../../service/vocabulary";
import { type AlertFormField } from "../control/alert-form-fields";
import { type OverviewAlert, send, setState, state, usePage, wireConditionOf } from "./state";
import { isolate } from "./text";

interface FormField extends Partial<Omit<AlertFormField, "name" | "dataType">> {
  readonly name: string;
  readonly dataType: AlertFormField["dataType"];
  readonly value: unknown;
  /** The objects that the field refers to. */
  readonly objects?: readonly { readonly id: number; readonly name: string | null }[];
  /** Values that a text field proposes. */
  readonly suggestions?: readonly string[];
}

/** By name of the field. */
type FormValues = Readonly<Record<string, unknown>>;

interface FormResult {
  readonly error?: string;
  readonly message?: string;
}

interface FormProps {
  readonly id: string;
  readonly title: string;
  readonly action: string;
  readonly fields: readonly FormField[];
  readonly isIncomplete?: boolean;
  /** Name of the field that gets the focus. */
  readonly focus?: string | undefined;
  readonly onSend: (values: FormValues, before: FormValues) => Promise<FormResult>;
  /** Follows the button. */
  readonly children?: ComponentChildren;
}

function Form({ id, title, action, fields, isIncomplete = false, focus, onSend, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<FormValues>({});
  const [{ error, message }, setResult] = useState<FormResult>({});
  const read = () => {
    const data = new FormData(form.current ?? undefined);
    return Object.fromEntries(
      fields.map((field) => [field.name, valueOf(field, data.getAll(field.name).map(String))]),
    );
  };
  useLayoutEffect(() => {
    // A control can normalize a value, for example line ends. That is not a change.
    before.current = read();
    if (focus !== undefined) form.current?.querySelector<HTMLElement>(`[name=${focus}]`)?.focus();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    void onSend(read(), before.current).then(setResult);
  };
  const controls = fields.map((field) => {
    const label = field.name.replaceAll("_", " ") + (field.dataType === "strings" ? ", one per line" : "");
    return (
      <div key={field.name}>
        <label for={`${id}-${field.name}`}>{label.slice(0, 1).toUpperCase() + label.slice(1)}</label>
        <Control id={`${id}-${field.name}`} field={field} />
        <p id={`${id}-${field.name}-hint`} class="note" children={field.description?.replaceAll("`", "")} />
      </div>
    );
  });
  return (
    <form ref={form} aria-labelledby={`${id}-title`} noValidate={isIncomplete} onSubmit={submit}>
      <h3 id={`${id}-title`}>{title}</h3>
      <div class="fields">{controls}</div>
      {error !== undefined && <p class="error" role="alert" children={error} />}
      <div class="line">
        <button type="submit" class="primary" children={action} />
        {children}
        <p role="status">{message}</p>
      </div>
    </form>
  );
}

function Control({ id, field }: { id: string; field: FormField }) {
  const { name, dataType, isRequired = true, value, values = [], objects = [], suggestions } = field;
  const attributes = { id, name, "aria-describedby": `${id}-hint` };
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (dataType === "boolean") return <input {...attributes} type="checkbox" defaultChecked={value === 1} />;
  if (["integer", "ids"].includes(dataType) || values.length > 0) {
    const many = dataType === "ids" ? { multiple: true, size: 5 } : { required: isRequired };
    const names = new Map(objects.map((object) => [object.id, isolate(object.name ?? "")]));
    // An object that was removed stays until the user selects another.
    const ids = new Set([...names.keys(), ...list.filter((item) => typeof item === "number")]);
    return (
      <select {...attributes} {...many}>
        {!isRequired && dataType === "integer" && <option value="">none</option>}
        {values.map((item) => (
          <option value={item} selected={item === value} children={item} />
        ))}
        {[...ids].map((item) => (
          <option value={String(item)} selected={list.includes(item)}>
            {names.has(item) ? `${names.get(item) ?? ""} (id ${item})` : `id ${item} (removed)`}
          </option>
        ))}
      </select>
    );
  }
  const text = { ...attributes, required: isRequired, defaultValue: list.join("\n") };
  if (dataType === "strings" || !isRequired) return <textarea {...text} required={false} rows={3} />;
  const type = dataType === "number" ? ("number" as const) : ("text" as const);
  const input = { ...text, type, step: "any", list: `${id}-list` };
  const proposals = [...new Set(suggestions)].map((item) => <option value={item} />);
  return (
    <>{[<input {...input} autocomplete="off" />, <datalist id={`${id}-list`} children={proposals} />]}</>
  );
}

/** @param entries of the control in the form */
function valueOf({ dataType }: FormField, entries: readonly string[]): unknown {
  const [first = ""] = entries;
  if (dataType === "boolean") return entries.length;
  if (dataType === "ids") return entries.map(Number);
  if (dataType === "number" || dataType === "integer") return first === "" ? undefined : Number(first);
  return dataType === "strings" ? first.split("\n").flatMap((line) => line.trim() || []) : first;
}

let alertFields: readonly AlertFormField[] = [];

export async function loadAlertFields(): Promise<void> {
  const response = await fetch("/fields.json");
  alertFields = (await response.json()) as readonly AlertFormField[];
}

/** Has a control for each field of the service. */
export function AlertForm({ alert }: { alert: OverviewAlert }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const kind = alert.type === 1 ? "event" : "threshold";
  const shown = alertFields.filter((field) => field.kind === undefined || field.kind === kind);
  const values: FormValues = { ...alert.config, ...alert };
  const lists = state.overview as unknown as Readonly<Record<string, FormField["objects"] & object>>;
  const fields = shown.map((field): FormField => {
    // A field that refers to objects has the name of their list, in the singular or the plural.
    const plural = `${field.name.replace(/s$/, "").replace(/y$/, "ie")}s`;
    return { ...field, value: values[field.name], objects: lists[plural] ?? [] };
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
    const response =
      changes.length === 0 ? {} : await send("PATCH", `alerts/${alert.id}`, Object.fromEntries(changes));
    if (response.error === undefined) dialog.current?.close();
    return response;
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="edit-title"
      onClose={() => {
        setState({ edited: undefined });
      }}
    >
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

export function Try() {
  const { trial, overview } = usePage();
  const { alerts, metrics } = overview;
  const hosts = overview.hosts.filter(({ deleted }) => deleted === 0);
  const watched = alerts.flatMap((alert) => wireConditionOf(alert).metric ?? []);
  const categories = alerts.flatMap((alert) => wireConditionOf(alert).categories ?? []);
  const text = { dataType: "text" } as const;
  const host = { name: "host", dataType: "integer", objects: hosts } as const;
  const suggestions = [...watched, ...metrics.map(({ metric }) => metric)];
  const { value, event } = trial;
  const valueFields: FormField[] = [
    { ...host, value: value?.host },
    { ...text, name: "metric", value: value?.metric, suggestions },
    { name: "value", dataType: "number", value: value?.value },
  ];
  const eventFields: FormField[] = [
    { ...text, name: "type", value: event?.type, suggestions: categories },
    { ...text, name: "message", value: "Created in the browser" },
    { ...host, value: event?.host, isRequired: false },
    { ...text, name: "level", value: "info", values: alertLevels },
  ];
  const sender = (path: string, watching: readonly string[]) => async (values: FormValues) => {
    const { error } = await send("POST", path, values);
    const count = watching.filter((name) => name === values["metric"] || name === values["type"]).length;
    return error === undefined ? { message: `Sent. Alerts that watch it: ${count}.` } : { error };
  };
  const report = {
    id: "report",
    title: "Report a metric value",
    action: "Report value",
    fields: valueFields,
  };
  const create = { id: "create", title: "Create an event", action: "Create event", fields: eventFields };
  return (
    <section id="try" aria-label="Try an alert" tabIndex={-1}>
      <Form {...report} key={value} focus={value && "value"} onSend={sender("metrics", watched)} />
      <Form {...create} key={event} focus={event && "message"} onSend={sender("events", categories)} />
    </section>
  );
}
