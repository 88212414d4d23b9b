/** An alert as written in a definitions file or a stack: other objects by name or id, with the location of each field. */
import { type FieldStep, type Place, type Problem } from "../diagnostics";
import {
  checkMute,
  type EventCondition,
  formatTimestamp,
  indexByName,
  isMuted,
  type ThresholdCondition,
} from "../service";
import { type DesiredAlert } from "./desired-alert";

/** The name (a string) or the id (a number) of an object. A string of digits is a name. A duration can be referred to by its time: `5m`. */
export type Reference = string | number;

interface ThresholdDefinition extends Omit<ThresholdCondition, "duration"> {
  readonly duration: Reference;
}

export interface AlertDefinition extends Omit<
  DesiredAlert,
  "policy" | "destinations" | "hosts" | "condition"
> {
  readonly policy: Reference;
  readonly condition: EventCondition | ThresholdDefinition;
  readonly destinations: readonly Reference[];
  readonly hosts: readonly Reference[];
  /** Whether an id may also be the name of an object: Terraform has only strings. */
  readonly hasTextReferences?: true;
  /** Location of the definition. */
  readonly place: Place;
  /** The address of a Terraform resource with the folder of its module, for a planned alert. */
  readonly createdAt?: Place;
  /** Location of a field, as precise as the source allows. Default: {@link place} for every field. */
  readonly placeOf?: ((field: readonly FieldStep[]) => Place) | undefined;
}

type PlacedAlert = Pick<AlertDefinition, "name" | "place" | "placeOf">;

/** The location of a field, or of the whole definition if no field is given. */
export function placeOfField(definition: PlacedAlert, field: readonly FieldStep[] = []): Place {
  const { place, placeOf = () => place, name } = definition;
  return { ...placeOf(field), subject: name, ...(field.length === 0 ? {} : { field }) };
}

/** Adds the location to problems that name a defined alert but no file. */
export function withPlaces(problems: readonly Problem[], definitions: readonly PlacedAlert[]): Problem[] {
  const byName = indexByName(definitions);
  return problems.map((problem) => {
    const { where } = problem;
    if (where?.subject === undefined || where.file !== undefined) return problem;
    const definition = byName.get(where.subject);
    return definition === undefined ? problem : { ...problem, where: placeOfField(definition, where.field) };
  });
}

/** The desired alert at a time: disabled until its mute ends. @param now in Unix milliseconds */
export function applyMute<Alert extends Pick<DesiredAlert, "disabled" | "mute">>(
  desired: Alert,
  now: number,
): Alert {
  const { mute, disabled } = desired;
  return mute === undefined ? desired : { ...desired, disabled: disabled || isMuted(mute, now) };
}

/** Whether the mute of a planned change has ended since the plan was made. @param now in Unix milliseconds */
export function hasMuteEnded({ mute, disabled }: DesiredAlert, now: number): boolean {
  return mute !== undefined && disabled && !isMuted(mute, now);
}

/** Returns an error for each mute that has no effect, because the definition ignores `disabled`. */
export function checkIgnoredMutes(definitions: readonly AlertDefinition[]): Problem[] {
  return definitions.flatMap((definition) =>
    definition.ignore?.includes("disabled") === true
      ? muteProblems(definition, { ignoresDisabled: true })
      : [],
  );
}

export function muteProblems(
  definition: AlertDefinition,
  rules: Pick<Parameters<typeof checkMute>[0], "ignoresDisabled" | "now">,
): Problem[] {
  const { mute } = definition;
  if (mute === undefined) return [];
  return checkMute({ mutedUntil: formatTimestamp(mute.until), ...rules }).map(
    ({ severity, field, what, why, remedy }) => ({
      code: "definition-invalid",
      severity,
      what: `${what}${why === undefined ? "" : `: ${why}`}.`,
      where: placeOfField(definition, field),
      remedy,
    }),
  );
}
