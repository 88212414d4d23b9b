/** Events: appended and listed, never changed (EVENT-4). */
import { type EventWire } from "../../service";
import { type Interval, type Page } from "./query-stores";

export interface EventSearch extends Interval {
  /** Only events of these hosts, and global ones; undefined: of all hosts. */
  readonly hosts: readonly number[] | undefined;
  readonly limit: number;
}

export interface EventStore {
  /** By start. */
  find(search: EventSearch): Page<EventWire>;
  /** The newest by start, newest first. */
  newest(limit: number): EventWire[];
  add(event: EventWire): void;
}
