/** The fields of an alert, for the form of the page that edits it. */
import * as z from "zod";
import {
  alertDescriptions,
  type AlertKind,
  conditionFields,
  type DataType,
  type Fields,
  namesOrIds,
  scopeFields,
  settingsFields,
} from "../../service";

/** A field of an alert in the form of the page. */
export interface AlertFormField {
  /** The object that has the field. */
  readonly part: "alert" | "config";
  /** The kind of alert that has the field; undefined for both kinds. */
  readonly kind?: AlertKind;
  readonly name: string;
  readonly description: string;
  readonly dataType: DataType;
  /** The values of an enumeration; otherwise empty. */
  readonly values: readonly string[];
  /** Whether a text cannot be empty. */
  readonly isRequired: boolean;
}

const descriptions: Readonly<Record<string, string>> = alertDescriptions;

function formFields(fields: Fields, place: Pick<AlertFormField, "part" | "kind">): AlertFormField[] {
  return Object.entries(fields).map(([name, { specified, dataType }]) => ({
    ...place,
    name,
    description: namesOrIds(descriptions[name]),
    dataType,
    values: specified instanceof z.ZodEnum ? specified.options.map(String) : [],
    isRequired: !specified.safeParse("").success,
  }));
}

/** The kind of an alert cannot be changed. */
const { type: _, ...editableSettings } = settingsFields;

export const alertFormFields: readonly AlertFormField[] = [
  ...formFields(editableSettings, { part: "alert" }),
  ...formFields(conditionFields.event, { part: "config", kind: "event" }),
  ...formFields(conditionFields.threshold, { part: "config", kind: "threshold" }),
  ...formFields(scopeFields, { part: "config" }),
];
