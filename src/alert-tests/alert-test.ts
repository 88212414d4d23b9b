/** A test with resolved names, for `runAlertTest`. Objects have the IDs of the simulation. */
import { type RoutedCause, type SimulationInput } from "../alerting";
import { type Place } from "../diagnostics";
import { type Reference } from "../reconcile";
import { type AlertLevel } from "../service";

export type EntryType = "fires" | "resolves";

/** A firing or resolution that a test expects. Undefined parts are not compared. Times are milliseconds. */
export interface ExpectedEntry {
  readonly type: EntryType;
  readonly at: number;
  readonly host: number | undefined;
  readonly level: AlertLevel | undefined;
  readonly destinations: readonly number[] | undefined;
}

export interface ExpectedAlert {
  readonly alert: number;
  readonly entries: readonly ExpectedEntry[];
  /** The place of an entry, or of the whole expectation. */
  readonly placeOf: (index?: number) => Place;
}

export interface ExpectedRoute {
  readonly cause: RoutedCause;
  readonly host: number | undefined;
  readonly destinations: readonly number[];
  readonly place: Place;
}

/** Names of the objects of a simulation, by ID. */
export interface ObjectNames {
  readonly alert: (id: number) => string;
  readonly host: (id: number) => string;
  readonly destination: (id: number) => string;
  /** The name or the ID, as in the definitions. */
  readonly destinationReference: (id: number) => Reference;
}

export interface AlertTest {
  readonly name: string;
  readonly place: Place;
  readonly input: SimulationInput;
  readonly expected: readonly ExpectedAlert[];
  readonly routes: readonly ExpectedRoute[];
  readonly names: ObjectNames;
}
