/** Hosts (HOST-1 to HOST-4). */
import { endpoints, type HostWire } from "../../service";
import { absoluteTimeOf, readQuery } from "../http/read-query";
import { list, type Route } from "./route";

const listHosts: Route = ({ environment, clock, query }) => {
  const { from, nest } = readQuery(endpoints.listHosts.query, query);
  const since = absoluteTimeOf(from, clock) ?? 0;
  const hosts = environment.hosts.list().filter((host) => host.lastSeen >= since);
  return list(nest === "tags" ? hosts.map(withTags) : hosts.map(withoutTags));
};

function withTags(host: HostWire): HostWire {
  return { ...host, tags: host.tags ?? [] };
}

function withoutTags(host: HostWire): Omit<HostWire, "tags"> {
  return Object.fromEntries(Object.entries(host).filter(([name]) => name !== "tags"));
}

export const hostRoutes = { listHosts };
