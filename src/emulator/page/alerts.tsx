/** The alerts: state, condition, annotations and destinations, with buttons that try, disable and edit them. */
import { type ComponentChild } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type ListKind, Section } from "./list";
import {
  ActionButton,
  AlertLink,
  annotations,
  Command,
  HostName,
  joined,
  Mark,
  sentence,
  Text,
  Time,
} from "./parts";
import { act, conditionOf, type OverviewAlert, setState, state, usePage } from "./state";
import { formatCount, formatSpan } from "./text";

/** In display order. Alerts in the first two states are listed before all others. */
const alertStates = ["fired", "exceeding", "quiet", "disabled", "incomplete"] as const;
const unconfigured = "No configuration, so the alert cannot fire. Edit the alert to configure it.";

const alertKind: ListKind<OverviewAlert> = {
  ...{ id: "alerts", title: "Alerts", prefix: "alert-" },
  items: ({ alerts }) => {
    const isUrgent = ({ state }: OverviewAlert) => state === "fired" || state === "exceeding";
    const urgent = alertStates.slice(0, 2).flatMap((name) => alerts.filter(({ state }) => state === name));
    return urgent.length === 0 ? alerts : [...urgent, ...alerts.filter((alert) => !isUrgent(alert))];
  },
  tone: ({ state }) => `alert-${state}`,
  cells: (alert) => ({
    state: [<Mark of={alert.state} />, " ", <span class="word">{alert.state}</span>],
    name: [<AlertLink id={alert.id} name={alert.name} />, <span class="muted">{` id ${alert.id}`}</span>],
    what: alert.sentence === null ? unconfigured : sentence(alert.sentence),
    now: <AlertStatus alert={alert} />,
    note: annotations(alert.annotations),
    destinations: <Destinations ids={alert.destinations} />,
    actions: [
      alert.config !== null && [
        <ActionButton label="Try" of={alert.name} onClick={() => tryAlert(alert)} />,
        " ",
      ],
      <ActionButton
        label={alert.disabled === 1 ? "Enable" : "Disable"}
        of={alert.name}
        onClick={() => toggle(alert)}
      />,
      " ",
      <ActionButton label="Edit" of={alert.name} onClick={() => setState({ edited: alert })} />,
    ],
  }),
  empty: () => [
    <p>No alerts yet. To deploy alerts from a file:</p>,
    <pre>{`export DBMON_BASE_URL=${location.origin} DBMON_API_TOKEN=demo-token\ndbmon apply alerts.yaml`}</pre>,
    <p>To create an alert through the API and configure it later:</p>,
    <Command
      kind="alert"
      path="/api/v2/config/alerts"
      token="${DBMON_API_TOKEN:-demo-token}"
      body={{ name: "CPU is high", annotations: "", policy: 2, type: 2, disabled: 0, destinations: [] }}
    />,
  ],
};

export function Alerts() {
  const { overview, link } = usePage();
  const [filter, setFilter] = useState<OverviewAlert["state"]>();
  useLayoutEffect(() => {
    if (link?.section === "alerts" && !link.isFollowed) setFilter(undefined);
  }, [link]);
  const buttons = alertStates.map((name) => {
    const count = overview.alerts.filter(({ state }) => state === name).length;
    const toggleFilter = () => setFilter(filter === name ? undefined : name);
    const isHidden = count === 0 && filter !== name;
    return (
      <button type="button" hidden={isHidden} aria-pressed={filter === name} onClick={toggleFilter}>
        {[<Mark of={name} />, ` ${name} `, <b>{formatCount(count)}</b>]}
      </button>
    );
  });
  const head = <div id="states" class="line" role="group" aria-label="Filter by state" children={buttons} />;
  return (
    <Section kind={alertKind} isShown={({ state }) => filter === undefined || state === filter} head={head} />
  );
}

function Destinations({ ids }: { ids: readonly number[] }) {
  const { destinationNames: names } = usePage();
  if (ids.length === 0) return <>no destinations</>;
  return (
    <>{["→ ", ...joined(ids.map((id) => <Text of={names.get(id) ?? `destination ${id} (removed)`} />))]}</>
  );
}

/** The hosts of the state, the time until the alert fires, and a pending change. */
export function AlertStatus({
  alert: { id, name, state, on, firesAt, pendingUntil },
}: {
  alert: OverviewAlert;
}) {
  const { firings, now } = usePage().overview;
  const hosts = joined(on.map((host) => <HostName id={host} />));
  const parts: ComponentChild[] = [];
  if (state === "fired") {
    const open = firings.findLast(({ alert, resolved_at }) => alert === id && resolved_at === null);
    parts.push("Fired on ", hosts, open && [" ", <Time at={open.at} />], ". ");
  }
  if (state === "exceeding") parts.push("Above the trigger on ", hosts, ". ");
  if (state === "exceeding" && firesAt !== null) {
    const left = Math.max(0, Math.ceil(firesAt - now));
    const advance = () => void act("POST", "clock", { advance: left });
    const button = <ActionButton label="Advance clock" of={`until ${name} fires`} onClick={advance} />;
    parts.push("Fires in ", <b>{formatSpan(left)}</b>, ". ", button, " ");
  }
  if (pendingUntil !== null)
    parts.push(<span class="badge">Change pending</span>, " takes effect ", <Time at={pendingUntil} />);
  return <>{parts}</>;
}

function toggle({ id, disabled }: OverviewAlert): void {
  void act("PATCH", `alerts/${id}`, { alert: { disabled: disabled === 1 ? 0 : 1 } });
}

/** Fills the form that can fire the alert: with a value above its trigger, or with an event of its categories. */
function tryAlert(alert: OverviewAlert): void {
  const { hosts = [], host_types = [], metric, trigger = 0, categories } = conditionOf(alert);
  const isApplicable = (type: string) => host_types.length === 0 || host_types.includes(type);
  const active = state.overview.hosts.filter(({ deleted }) => deleted === 0);
  const host = hosts[0] ?? active.find(({ type }) => isApplicable(type))?.id;
  const value = trigger === 0 ? 1 : trigger + Math.abs(trigger) / 10;
  const change =
    metric === undefined ? { event: { host, type: categories?.[0] } } : { value: { host, metric, value } };
  setState({ trial: { ...state.trial, ...change } });
}
