/** The measured list requests, by a description of what affects their cost. */
import { newest, rareHost } from "./large-environment";

const monthAgo = newest - 30 * 86_400;
const tenHosts = "host=2,3,4,5,6,7,8,9,10,11";
const fortyHosts = `host=${Array.from({ length: 40 }, (_, index) => 2 + index).join(",")}`;

export const lists: Readonly<Record<string, string>> = {
  "digests: first page of 20,000": "/queries",
  "digests: last page, by offset": "/queries?offset=cccccccccccccccc",
  "digests: page of 100": "/queries?limit=100",
  "digests: filter with few matches": "/queries?filter=customers_1700%20",
  "digests: filter with many matches": "/queries?filter=select*order",
  "digests: anchored filter without matches": "/queries?filter=^e",
  "digests: filter with its parts in another order": "/queries?filter=order*from*select",
  "digests: the same, page of 1": "/queries?filter=order*from*select&limit=1",
  "digests: tag with many digests": "/queries?tags=app%3Dapp-3",
  "digests: tag with few digests": "/queries?tags=table_77",
  "digests: two tags, page of 100": "/queries?tags=app%3Dapp-3%20table_13&limit=100",
  "digests: of one host": "/queries?host=7",
  "digests: of a host with few digests": `/queries?host=${rareHost}`,
  "digests: of ten hosts": `/queries?${tenHosts}`,
  "digests: of ten hosts, page of 100": `/queries?limit=100&${tenHosts}`,
  "digests: active in the last hour": "/queries?from=-3600&until=0",
  "digests: new in one hour": `/queries?new=1&from=${monthAgo}&until=${monthAgo + 3600}`,
  "events: in the last hour": "/events?addGlobal=1&from=-3600&until=0",
  "events: of one host, in the last hour": "/events?addGlobal=1&host=7&from=-3600&until=0",
  "events: of a host with few events, without an interval": `/events?addGlobal=1&host=${rareHost}`,
  "events: of one host, without an interval": "/events?addGlobal=1&host=7",
  "events: of ten hosts, without an interval": `/events?addGlobal=1&${tenHosts}`,
  "events: of forty hosts, without an interval": `/events?addGlobal=1&${fortyHosts}`,
  "events: of hosts that do not exist, without an interval": "/events?addGlobal=1&host=900,901,902",
  "events: all (the first 20,000)": "/events?addGlobal=1",
  "alerts: list": "/config/alerts",
};
