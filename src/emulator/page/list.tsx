/** Sections with lists of objects, whose rows are rendered again only if their object has changed. */
import { Component, type ComponentChild, type ComponentChildren, createRef, isValidElement } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Overview } from "../control/overview";
import { HostName } from "./parts";
import { hostName, rowKeyOf, type RowLink, usePage } from "./state";
import { groupDigits } from "./text";

/** How a section shows its objects. */
export interface SectionList<T extends object> {
  readonly id: "alerts" | "events" | "hosts" | "metrics" | "firings" | "outbox" | "requests";
  readonly title: string;
  readonly items: (overview: Overview) => readonly T[];
  /** Prefix of the IDs of rows that links can target. */
  readonly prefix?: string;
  /** State or level of the object. */
  readonly tone: (item: T) => string;
  readonly depth?: (item: T) => number;
  readonly cells: (item: T) => Readonly<Record<string, ComponentChild>>;
  /** Shown instead of an empty list. */
  readonly empty: () => ComponentChildren;
}

interface ListProps<T extends object> {
  readonly kind: SectionList<T>;
  /** Accepts the objects that other filters of the section show. */
  readonly isShown?: (item: T) => boolean;
  readonly head?: ComponentChildren;
  readonly children?: ComponentChildren;
}

const initialLimit = 200;
/** Of longer lists, only visible rows are laid out. */
const maxLaidOut = 50;

/** A section with a list of objects: the first 200 rows that match a filter, and all rows on request. */
export function ListSection<T extends object>({ kind, isShown = () => true, head, children }: ListProps<T>) {
  const { id, title, items, cells, empty } = kind;
  const { overview, link } = usePage();
  const [filter, setFilter] = useState("");
  const [limit, setLimit] = useState(initialLimit);
  const rows = useRef<HTMLUListElement>(null);
  const isLinked = (item: T) => link?.section === id && link.key === rowKeyOf(item);
  useLayoutEffect(() => {
    if (link?.section === id && !link.isFollowed) setFilter("");
  }, [link]);
  const all = items(overview);
  const wanted = filter.trim().toLowerCase();
  const searched = (item: T) => textOf(Object.values(cells(item))).toLowerCase();
  const matching = all.filter((item) => isShown(item) && (wanted === "" || searched(item).includes(wanted)));
  const first = matching.slice(0, limit);
  const visible = first.some(isLinked) ? first : [...matching.filter(isLinked), ...first];
  const label = `Filter ${title.toLowerCase()}`;
  const filterField = { type: "search", placeholder: label, "aria-label": label, value: filter } as const;
  const showAll = () => {
    setLimit(Infinity);
    // The button disappears.
    rows.current?.focus();
  };
  return (
    <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div class="line">
        <h2 id={`${id}-title`}>{title}</h2>
        {head}
        <input
          {...filterField}
          hidden={all.length === 0}
          onInput={({ currentTarget }) => {
            setFilter(currentTarget.value);
          }}
        />
      </div>
      {children}
      <ul
        {...{ "data-rows": id, tabIndex: 0, "aria-label": title, hidden: visible.length === 0 }}
        ref={rows}
        class={visible.length > maxLaidOut ? "long" : ""}
      >
        {visible.map((item) => (
          <Row key={rowKeyOf(item)} kind={kind} item={item} link={isLinked(item) ? link : undefined} />
        ))}
      </ul>
      {all.length > 0 && matching.length === 0 && (
        <p class="note">{`0 of ${groupDigits(all.length)} match.`}</p>
      )}
      {visible.length < matching.length && (
        <p class="note">
          {`Showing ${groupDigits(visible.length)} of ${groupDigits(matching.length)}. `}
          <button type="button" onClick={showAll} children="Show all" />
        </p>
      )}
      {all.length === 0 && <div class="note">{empty()}</div>}
    </section>
  );
}

/** The text of cells, without times, which change. */
function textOf(child: ComponentChildren): string {
  if (Array.isArray(child)) return child.map(textOf).join("");
  if (!isValidElement(child)) return typeof child === "string" ? child : "";
  const props = child.props as { readonly of?: string; readonly name?: string; readonly id?: number };
  if (child.type === HostName) return hostName(props.id ?? 0);
  return props.of ?? props.name ?? textOf(child.props.children);
}

/** A component that is rendered again only if a property has another value. */
export abstract class Memo<P extends object> extends Component<P> {
  override shouldComponentUpdate(next: Readonly<P>): boolean {
    return JSON.stringify(next) !== JSON.stringify(this.props);
  }
}

interface RowProps<T extends object> extends Pick<ListProps<T>, "kind"> {
  readonly item: T;
  readonly link: RowLink | undefined;
}

class Row<T extends object> extends Memo<RowProps<T>> {
  private readonly element = createRef<HTMLLIElement>();

  override componentDidMount(): void {
    const { link } = this.props;
    const row = this.element.current;
    if (link === undefined || link.isFollowed || row === null) return;
    link.isFollowed = true;
    row.scrollIntoView({ block: "center" });
    row.focus({ preventScroll: true });
  }

  override componentDidUpdate(): void {
    this.componentDidMount();
  }

  override render({ kind: { prefix, tone, depth, cells }, item, link }: RowProps<T>) {
    const target = prefix === undefined ? {} : { id: prefix + rowKeyOf(item), tabIndex: -1 };
    const linked = link === undefined ? {} : { "aria-current": "true" as const };
    return (
      <li
        style={{ "--depth": depth?.(item) ?? 0 }}
        {...target}
        {...linked}
        ref={this.element}
        class={`row ${tone(item)}${link === undefined ? "" : " linked"}`}
      >
        {Object.entries(cells(item)).map(([name, content]) => (
          <div key={name} class={`cell-${name}`} children={content} />
        ))}
      </li>
    );
  }
}
