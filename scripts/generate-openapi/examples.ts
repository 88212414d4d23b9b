/**
 * Examples of parameters and bodies. They are valid for the demo environment of the emulator, so tools can send them:
 * alert 1 is a threshold alert, and hosts 1 and 2 exist.
 */
import { type endpoints, queryIdToDecimal } from "../../src/service";
import { type Json } from "./json-schema";

const queryId = "dbff96b9889e8b3b";

const parameters: Readonly<Record<string, unknown>> = {
  addGlobal: 1,
  alert_id: 1,
  detail: 1,
  details: 1,
  filter: "select *",
  from: -3600,
  limit: 100,
  nest: "tags",
  new: false,
  offset: "00000000000000a1",
  query: queryIdToDecimal(queryId),
  query_id: queryId,
  tags: "env=production",
  until: 0,
};

/** `tags` is a number for one query, and a text for the list. `host` is one ID for samples, and otherwise a list. */
export function parameterExample(name: string, { type }: Json): unknown {
  if (name === "host") return type === "integer" ? 1 : "1,2";
  if (name === "tags" && type === "integer") return 1;
  if (!(name in parameters)) throw new Error(`There is no example of the parameter ${name}.`);
  return parameters[name];
}

const alert = {
  name: "Replica lag",
  annotations: "https://wiki.shop.example/replica-lag",
  policy: 2,
  type: 2,
  disabled: 0,
  destinations: [1],
} as const;

const bodies: Partial<Record<keyof typeof endpoints, Json>> = {
  createAlert: alert,
  updateAlert: { ...alert, id: 1, name: "Replica lag on the primary" },
  writeAlertConfig: {
    hosts: [1],
    host_types: ["mysql"],
    alert_level: "warn",
    metric: "mysql.repl.seconds_behind_master",
    trigger: 30,
    duration: 2,
    reset: 5,
  },
  createEvent: { start: 1_793_610_000, type: "deploy", message: "Release 7", host: 1 },
};

export function bodyExample(name: keyof typeof endpoints): Json {
  const body = bodies[name];
  if (body === undefined) throw new Error(`There is no example of the body of ${name}.`);
  return body;
}
