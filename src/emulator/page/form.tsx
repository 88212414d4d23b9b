/** A form of described fields. Its values have the types of the fields. */
import { type ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type AlertFormField } from "../control/alert-form-fields";
import { isolate } from "./text";

export interface FormField extends Pick<AlertFormField, "name" | "dataType"> {
  readonly label?: string;
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
export type FormValues = Readonly<Record<string, unknown>>;

interface FormProps {
  readonly id: string;
  readonly title: string;
  readonly action: string;
  readonly fields: readonly FormField[];
  /** Whether required fields can be empty. */
  readonly isIncomplete?: boolean;
  /** Name of the field that gets the focus. */
  readonly focus?: string | undefined;
  /** @returns why it failed */
  readonly onSend: (values: FormValues, before: FormValues) => Promise<string | undefined>;
  /** Follows the button. */
  readonly children?: ComponentChildren;
}

export function Form({
  id,
  title,
  action,
  fields,
  isIncomplete = false,
  focus,
  onSend,
  children,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<FormValues>({});
  const [error, setError] = useState<string>();
  const read = () => {
    const data = new FormData(form.current ?? undefined);
    return Object.fromEntries(
      fields.map(({ name, dataType }) => [name, valueOf(dataType, data.getAll(name).map(String))]),
    );
  };
  useLayoutEffect(() => {
    // A control can normalize a value, for example line ends. That is not a change.
    before.current = read();
    if (focus === undefined) return;
    form.current?.scrollIntoView({ block: "nearest" });
    form.current?.querySelector<HTMLElement>(`[name=${focus}]`)?.focus();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    void onSend(read(), before.current).then(setError);
  };
  return (
    <form ref={form} aria-labelledby={`${id}-title`} noValidate={isIncomplete} onSubmit={submit}>
      <h3 id={`${id}-title`}>{title}</h3>
      <div class="fields">
        {fields.map((field) => (
          <div key={field.name}>
            <label for={`${id}-${field.name}`}>{labelOf(field)}</label>
            <Control id={`${id}-${field.name}`} {...field} />
            <p
              id={`${id}-${field.name}-hint`}
              class="note"
              children={field.description?.replaceAll("`", "")}
            />
          </div>
        ))}
      </div>
      {error !== undefined && <p class="error" role="alert" children={error} />}
      <div class="buttons">
        <button type="submit" class="primary" children={action} />
        {children}
      </div>
    </form>
  );
}

function labelOf({ name, label = name.replaceAll("_", " "), dataType }: FormField): string {
  return label.slice(0, 1).toUpperCase() + label.slice(1) + (dataType === "strings" ? ", one per line" : "");
}

function Control({
  id,
  name,
  dataType,
  isRequired = true,
  value,
  values = [],
  objects = [],
  suggestions = [],
}: FormField & { id: string }) {
  const attributes = { id, name, "aria-describedby": `${id}-hint` };
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const text = list.join("\n");
  if (dataType === "boolean") return <input {...attributes} type="checkbox" defaultChecked={value === 1} />;
  if (dataType === "integer" || dataType === "ids" || values.length > 0) {
    const known = objects.map((object) => object.id);
    // An object that was removed stays until the user selects another.
    const removed = list.filter((item) => typeof item === "number" && !known.includes(item)).map(Number);
    const options = [
      ...(isRequired || dataType === "ids" ? [] : [["", "none"]]),
      ...values.map((item) => [item, item]),
      ...objects.map((object) => [
        object.id,
        object.name === null ? `id ${object.id}` : `${isolate(object.name)} (id ${object.id})`,
      ]),
      ...removed.map((item) => [item, `id ${item} (removed)`]),
    ] as const;
    const many = dataType === "ids" && { multiple: true, size: Math.min(Math.max(options.length, 2), 6) };
    const choices = options.map(([item, title]) => (
      <option value={item} selected={list.includes(item)} children={title} />
    ));
    return (
      <select {...attributes} {...many} required={isRequired && dataType !== "ids"} children={choices} />
    );
  }
  if (dataType === "strings" || !isRequired) return <textarea {...attributes} rows={3} defaultValue={text} />;
  const type = dataType === "number" ? "number" : "text";
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
      <datalist
        id={`${id}-list`}
        children={[...new Set(suggestions)].map((item) => (
          <option value={item} />
        ))}
      />
    </>
  );
}

/** @param entries of the control in the form */
function valueOf(dataType: FormField["dataType"], entries: readonly string[]): unknown {
  const [first = ""] = entries;
  if (dataType === "boolean") return entries.length;
  if (dataType === "ids") return entries.map(Number);
  if (dataType === "number" || dataType === "integer") return first === "" ? undefined : Number(first);
  if (dataType !== "strings") return first;
  const lines = first.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "");
}
