/** Forms that try an alert: report a metric value or create an event, and see which alerts fire. */
import { type ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { formatNumber } from "../../alerting";
import { alertLevels } from "../../service/vocabulary";
import { AlertStatus, conditionOf } from "./alerts";
import { Form, type FormField } from "./form";
import { AlertLink, HostName, Mark, Text } from "./parts";
import { send, usePage } from "./state";

export function Try() {
  return (
    <section id="try" aria-labelledby="try-title" tabIndex={-1}>
      <div class="head">
        <h2 id="try-title">Try an alert</h2>
      </div>
      <div class="forms" children={[<ValueForm />, <EventForm />]} />
    </section>
  );
}

function useHostField(value: unknown, isRequired: boolean): FormField {
  const { hosts } = usePage().overview;
  const objects = hosts.filter(({ deleted }) => deleted === 0);
  return { name: "host", dataType: "integer", value, isRequired, objects };
}

function ValueForm() {
  const { trial, overview } = usePage();
  const [reported, setReported] = useState<MetricOfHost>();
  const { host, metric, value } = trial.value ?? {};
  const watched = overview.alerts.flatMap((alert) => conditionOf(alert).metric ?? []);
  const suggestions = [...watched, ...overview.metrics.map((latest) => latest.metric)];
  const fields: FormField[] = [
    useHostField(host, true),
    { name: "metric", dataType: "text", value: metric, suggestions },
    { name: "value", dataType: "number", value },
  ];
  const report = async (values: object) => {
    const { error } = await send("POST", "metrics", values);
    if (error === undefined) setReported(values as MetricOfHost);
    return error;
  };
  const title = "Report a metric value";
  return (
    <div>
      <Form
        {...{ id: "report", title, action: "Report value", fields, onSend: report }}
        key={trial.value}
        focus={trial.value && "value"}
      />
      <div class="result" role="status" children={reported && <WatchingAlerts {...reported} />} />
    </div>
  );
}

interface MetricOfHost {
  readonly host: number;
  readonly metric: string;
}

/** The alerts that watch the metric, with the time until they fire. */
function WatchingAlerts({ host, metric }: MetricOfHost) {
  const { alerts, metrics } = usePage().overview;
  const latest = metrics.find((value) => value.host === host && value.metric === metric);
  const watching = alerts.filter((alert) => conditionOf(alert).metric === metric);
  const lines = watching.map((alert) => [
    ...[
      <Mark of={alert.state} />,
      " ",
      <AlertLink id={alert.id} name={alert.name} />,
      ` is ${alert.state}. `,
    ],
    <AlertStatus alert={alert} />,
  ]);
  const value = latest && ` is ${formatNumber(latest.value)} on `;
  return (
    <>
      <p>{[<Text of={metric} class="code" />, value, <HostName id={host} />, "."]}</p>
      <Lines none="No alert watches this metric." lines={lines} />
    </>
  );
}

function EventForm() {
  const { trial, overview } = usePage();
  const [created, setCreated] = useState<string>();
  const suggestions = overview.alerts.flatMap((alert) => conditionOf(alert).categories ?? []);
  const fields: FormField[] = [
    { name: "type", label: "category", dataType: "text", value: trial.event?.["type"], suggestions },
    { name: "message", dataType: "text", value: "Created in the browser" },
    useHostField(trial.event?.["host"], false),
    { name: "level", dataType: "text", value: "info", values: alertLevels },
  ];
  const create = async (values: object) => {
    const { error, data } = await send("POST", "events", values);
    if (error === undefined) setCreated(data?.[0]?.uuid);
    return error;
  };
  const title = "Create an event";
  return (
    <div>
      <Form
        {...{ id: "create", title, action: "Create event", fields, onSend: create }}
        key={trial.event}
        focus={trial.event && "message"}
      />
      <div class="result" role="status" children={created && <FiredAlerts event={created} />} />
    </div>
  );
}

function FiredAlerts({ event }: { event: string }) {
  const fired = usePage().overview.firings.filter((firing) => firing.event === event);
  const lines = fired.map(({ alert, alert_name }) => [
    ...[<Mark of="fired" />, " ", <AlertLink id={alert} name={alert_name} />, " fired."],
  ]);
  return (
    <>
      <p>
        Created <a href={`#event-${event}`}>the event</a>.
      </p>
      <Lines none="No alert fired." lines={lines} />
    </>
  );
}

const maxLines = 5;

function Lines({ none, lines }: { none: string; lines: readonly ComponentChild[][] }) {
  const more = lines.length > maxLines && [<li>{`And ${lines.length - maxLines} more.`}</li>];
  const items = lines.slice(0, maxLines).map((line) => <li>{line}</li>);
  return <ul>{lines.length === 0 ? <li>{none}</li> : [...items, more]}</ul>;
}
