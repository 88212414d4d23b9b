/** The dialog that edits an alert, and the forms that try one: they report a metric value or create an event. */
import { type ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { alertLevels } from "../../service/vocabulary";
import { type AlertFormField } from "../control/alert-form-fields";
import { conditionOf, type OverviewAlert, send, setState, state, usePage } from "./state";
import { isolate } from "./text";

interface FormField extends Pick<AlertFormField, "name" | "dataType"> {
  readonly description?: string;
  readonly isRequired?: boolean;
  readonly value: unknown;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
  /** The objects that the field refers to. */
  readonly objects?: readonly { readonly id: number; readonly name: string | null }[];
  /** Values that a text field proposes. */
  readonly suggestions?: readonly string[];
}

/** By name of the field. */
type FormValues = Readonly<Record<string, unknown>>;

interface FormProps {
  readonly id: string;
  readonly title: string;
  readonly action: string;
  readonly fields: readonly FormField[];
  /** Whether required fields can be empty. */
  readonly isIncomplete?: boolean;
  /** Name of the field that gets the focus. */
  readonly focus?: string | undefined;
  readonly onSend: (values: FormValues, before: FormValues) => Promise<{ error?: string; message?: string }>;
  /** Follows the button. */
  readonly children?: ComponentChildren;
}

function Form({ id, title, action, fields, isIncomplete = false, focus, onSend, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<FormValues>({});
  const [{ error, message }, setResult] = useState<{ error?: string; message?: string }>({});
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
        <Control id={`${id}-${field.name}`} {...field} />
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

function Control({
  id,
  name,
  dataType,
  isRequired = true,
  value,
  values = [],
  objects,
  suggestions,
}: FormField & { id: string }) {
  const attributes = { id, name, "aria-describedby": `${id}-hint` };
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (dataType === "boolean") return <input {...attributes} type="checkbox" defaultChecked={value === 1} />;
  if (objects !== undefined || values.length > 0) {
    const many = dataType === "ids" ? { multiple: true, size: 5 } : { required: isRequired };
    // An object that was removed stays until the user selects another.
    const removed = list.filter(
      (item) => typeof item === "number" && !objects?.some(({ id: known }) => known === item),
    );
    const options: [value: unknown, title: string][] = [
      ...values.map((item) => [item, item] as [string, string]),
      ...(objects ?? []).map((item): [number, string] => [
        item.id,
        `${isolate(item.name ?? "")} (id ${item.id})`,
      ]),
      ...removed.map((item): [unknown, string] => [item, `id ${Number(item)} (removed)`]),
    ];
    if (!isRequired && dataType === "integer") options.unshift(["", "none"]);
    const choices = options.map(([item, title]) => (
      <option value={String(item)} selected={list.includes(item)} children={title} />
    ));
    return <select {...attributes} {...many} children={choices} />;
  }
  const text = list.join("\n");
  if (dataType === "strings" || !isRequired) return <textarea {...attributes} rows={3} defaultValue={text} />;
  const type = dataType === "number" ? "number" : "text";
  const proposals = [...new Set(suggestions)].map((item) => <option value={item} />);
  return (
    <>
      <input
        {...attributes}
        type={type}
        step="any"
        required
        list={`${id}-list`}
        defaultValue={text}
        autocomplete="off"
      />
      <datalist id={`${id}-list`} children={proposals} />
    </>
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
    const { name, dataType } = field;
    // A field that refers to objects has the name of their list, in the singular or the plural.
    const objects = lists[`${name.replace(/s$/, "").replace(/y$/, "ie")}s`] ?? [];
    return {
      ...field,
      value: values[name],
      ...(dataType === "integer" || dataType === "ids" ? { objects } : {}),
    };
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

export function Try() {
  const { trial, overview } = usePage();
  const { alerts, metrics } = overview;
  const hosts = overview.hosts.filter(({ deleted }) => deleted === 0);
  const hostField = { name: "host", dataType: "integer", objects: hosts } as const;
  const watched = alerts.flatMap((alert) => conditionOf(alert).metric ?? []);
  const categories = alerts.flatMap((alert) => conditionOf(alert).categories ?? []);
  const report = async (values: FormValues) => {
    const { error } = await send("POST", "metrics", values);
    const count = watched.filter((metric) => metric === values["metric"]).length;
    return error === undefined ? { message: `Reported. Alerts that watch the metric: ${count}.` } : { error };
  };
  const create = async (values: FormValues) => {
    const { error } = await send("POST", "events", values);
    const count = categories.filter((category) => category === values["type"]).length;
    return error === undefined ? { message: `Created. Alerts of this type of event: ${count}.` } : { error };
  };
  const valueFields: FormField[] = [
    { ...hostField, value: trial.value?.host },
    {
      name: "metric",
      dataType: "text",
      value: trial.value?.metric,
      suggestions: [...watched, ...metrics.map(({ metric }) => metric)],
    },
    { name: "value", dataType: "number", value: trial.value?.value },
  ];
  const eventFields: FormField[] = [
    { name: "type", dataType: "text", value: trial.event?.type, suggestions: categories },
    { name: "message", dataType: "text", value: "Created in the browser" },
    { ...hostField, value: trial.event?.host, isRequired: false },
    { name: "level", dataType: "text", value: "info", values: alertLevels },
  ];
  const value = {
    id: "report",
    title: "Report a metric value",
    action: "Report value",
    fields: valueFields,
    onSend: report,
  };
  const event = {
    id: "create",
    title: "Create an event",
    action: "Create event",
    fields: eventFields,
    onSend: create,
  };
  return (
    <section id="try" aria-label="Try an alert" tabIndex={-1}>
      <Form {...value} key={trial.value} focus={trial.value && "value"} />
      <Form {...event} key={trial.event} focus={trial.event && "message"} />
    </section>
  );
}
