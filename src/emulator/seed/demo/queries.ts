import { type StoredDigest } from "../../store/store";
import { hosts, monitoredFor } from "./catalog";
import { day, hashOf, hour, integerBelow } from "./reproducible";

interface QueryGroup {
  readonly app: string;
  readonly team: string;
  readonly db: string;
  readonly user: string;
  /** Application name that a PostgreSQL client reports. */
  readonly applicationName?: string;
  readonly hosts: readonly [number, ...number[]];
  /**
   * By template, which has a literal kind in braces for each literal, for example `where id = {id}`. The digest contains `?` instead, and a
   * sample contains a literal of that kind. A number is the typical latency in seconds.
   */
  readonly queries: Readonly<Record<string, number | QueryDetails>>;
}

interface QueryDetails {
  /** Typical latency in seconds. A query without one has no samples. */
  readonly latency?: number;
  /** Default: a hash of the digest. */
  readonly id?: string;
  /** Days since the query was first seen. Default: a time long ago. */
  readonly firstSeenDaysAgo?: number;
  /** Days since the query was last seen. Default: it is still in use. */
  readonly lastSeenDaysAgo?: number;
}

/** A demo alert watches the latency of this query. */
export const capturePayment =
  "UPDATE payments SET state = {state}, captured_at = now() WHERE id = {uuid} AND state = {state} RETURNING amount, currency";

const groups: readonly QueryGroup[] = [
  {
    app: "checkout",
    team: "checkout",
    db: "shop",
    user: "shop_web",
    hosts: [hosts.primary],
    queries: {
      // examples/on-call defines an alert on the latency of this query.
      "select o.id, o.status, o.total, o.placed_at from orders o where o.customer_id = {id} order by o.placed_at desc limit {page}":
        { id: "8f2ac3d5e6b70914", latency: 0.18 },
      "select id, customer_id, currency, updated_at from carts where session_token = {token} limit {few}": 0.0012,
      "insert into carts (session_token, customer_id, currency) values ({token}, {id}, {currency})": {},
      "insert into cart_items (cart_id, product_id, quantity, unit_price) values ({id}, {id}, {few}, {money}) on duplicate key update quantity = quantity + {few}": 0.0035,
      "select ci.product_id, ci.quantity, ci.unit_price, p.name from cart_items ci join products p on p.id = ci.product_id where ci.cart_id = {id}": 0.0041,
      "delete from cart_items where cart_id = {id} and product_id = {id}": {},
      "insert into orders (customer_id, cart_id, status, total, currency, placed_at) values ({id}, {id}, {status}, {money}, {currency}, now())": 0.0068,
      "insert into order_items (order_id, product_id, quantity, unit_price) values ({rows})": 0.021,
      "update orders set status = {status}, updated_at = now() where id = {id}": 0.0022,
      "select code, percent_off, valid_until from coupons where code = {coupon} and valid_until >= {date}": 0.0009,
      "select quantity from stock where product_id = {id} for update": 0.094,
      "update stock set quantity = quantity - {few} where product_id = {id} and quantity >= {few}": 0.0031,
      "select id, balance, currency from gift_cards where code_hash = {token} and is_active = {flag}": {
        firstSeenDaysAgo: 1,
        latency: 0.0017,
      },
      "select product_id, price from summer_sale_prices where product_id in ({ids})": { lastSeenDaysAgo: 41 },
    },
  },
  {
    app: "catalog",
    team: "storefront",
    db: "shop",
    user: "shop_read",
    hosts: [hosts.replica, hosts.primary],
    queries: {
      "select id, name, description, price, image_url from products where slug = {slug} and is_active = {flag}": 0.0011,
      "select id, name, price, image_url from products where id in ({ids})": 0.0025,
      "select p.id, p.name, p.price from products p join product_categories pc on pc.product_id = p.id where pc.category_id = {id} and p.is_active = {flag} order by p.popularity desc limit {page}, {page}": 0.038,
      "select id, name, match (name, description) against ({words} in boolean mode) as score from products where match (name, description) against ({words} in boolean mode) order by score desc limit {page}": 0.21,
      "select count(*) from products where category_id = {id} and price between {money} and {money}": {},
      "update products set popularity = popularity + {few} where id = {id}": 0.0048,
      "select r.stars, r.text, c.name from reviews r join customers c on c.id = r.customer_id where r.product_id = {id} order by r.written_at desc limit {page}": 0.0062,
      "insert into reviews (product_id, customer_id, stars, text) values ({id}, {id}, {few}, {opinion})": 0.0038,
      "select id, parent_id, name, position from categories where parent_id = {id} order by position": {},
      "select b.product_id, count(*) as bought from order_items a join order_items b on b.order_id = a.order_id and b.product_id <> a.product_id where a.product_id = {id} group by b.product_id order by bought desc limit {few}":
        { firstSeenDaysAgo: 2, latency: 0.47 },
    },
  },
  {
    app: "payments",
    team: "payments",
    db: "payments",
    user: "payments",
    applicationName: "payments-api",
    hosts: [hosts.postgres],
    queries: {
      [capturePayment]: 0.031,
      "INSERT INTO payments (order_id, amount, currency, method, state) VALUES ({id}, {money}, {currency}, {method}, {state}) RETURNING id": 0.0044,
      "SELECT id, state, amount, captured_at FROM payments WHERE order_id = {id} ORDER BY created_at DESC LIMIT {few}": 0.0018,
      "INSERT INTO idempotency_keys (key, response) VALUES ({token}, {json}::jsonb) ON CONFLICT (key) DO NOTHING": 0.0021,
      "SELECT response FROM idempotency_keys WHERE key = {token}": {},
      "WITH refunded AS (SELECT payment_id, sum(amount) AS total FROM refunds GROUP BY payment_id) SELECT p.id, p.amount - coalesce(r.total, {money}) AS left FROM payments p LEFT JOIN refunded r ON r.payment_id = p.id WHERE p.id = ANY ({ids})": 0.076,
      "INSERT INTO ledger_entries (account, amount, currency, booked_at) VALUES ({method}, {money}, {currency}, {time}::timestamptz)": 0.0033,
      "SELECT account, sum(amount) FROM ledger_entries WHERE booked_at >= {time}::timestamptz GROUP BY account HAVING sum(amount) <> {money}": 2.6,
      "SELECT id, payload FROM webhook_deliveries WHERE state = {state} AND next_attempt_at <= {time} ORDER BY next_attempt_at LIMIT {page} FOR UPDATE SKIP LOCKED": 0.0058,
      "UPDATE webhook_deliveries SET attempts = attempts + {few}, state = {state} WHERE id = {id}": {},
    },
  },
  {
    app: "reports",
    team: "finance",
    db: "shop",
    user: "reports",
    hosts: [hosts.replica],
    queries: {
      "select date(placed_at) as day, currency, sum(total) as revenue from orders where placed_at >= {date} and status <> {status} group by day, currency with rollup": 8.4,
      "select c.city, count(distinct c.id) as customers, avg(o.total) from customers c straight_join orders o on o.customer_id = c.id where o.placed_at between {date} and {date} group by c.city having customers > {page}": 14.2,
      "select c.id, c.updated_at from carts c left join orders o on o.cart_id = c.id where o.id is null and c.updated_at < {time}": 3.7,
      "select sum(s.quantity * p.price) from stock s join products p on p.id = s.product_id where p.currency = {currency}":
        { lastSeenDaysAgo: 9 },
    },
  },
  {
    app: "backup",
    team: "dba",
    db: "shop",
    user: "backup",
    hosts: [hosts.primary],
    queries: {
      "select /*!40001 SQL_NO_CACHE */ * from `orders`": 341,
      "select /*!40001 SQL_NO_CACHE */ * from `order_items`": 512,
    },
  },
];

/** A family of queries, and the application that sends them. */
export interface Query extends QueryDetails, Omit<QueryGroup, "queries"> {
  /** 16 hexadecimal digits. */
  readonly id: string;
  readonly template: string;
  readonly digest: string;
}

export const demoQueries: readonly Query[] = groups.flatMap(({ queries: byTemplate, ...group }) =>
  Object.entries(byTemplate).map(([template, value]) => {
    const details = typeof value === "number" ? { latency: value } : value;
    return { ...group, id: queryId(template), ...details, template, digest: digestOf(template) };
  }),
);

/** @returns 16 hexadecimal digits */
export function queryId(template: string): string {
  return hashOf(digestOf(template)).slice(0, 16);
}

function digestOf(template: string): string {
  return template.replace(/\{\w+\}/g, "?");
}

export function shopDigests(now: number): StoredDigest[] {
  return demoQueries.map((query) => {
    const [, table = ""] = /\b(?:from|into|update) `?(\w+)/i.exec(query.digest) ?? [];
    const tags = Object.entries({ app: query.app, table, team: query.team });
    return {
      id: query.id,
      digest: query.digest,
      ...seenTimes(query, now),
      tags: tags.map(([key, value]) => ({ key, values: [value] })),
      hosts: [...query.hosts],
    };
  });
}

/** Queries in use were last seen within the last hour, later than every sample. */
function seenTimes({ id, firstSeenDaysAgo, lastSeenDaysAgo }: Query, now: number) {
  const firstSeenAgo = firstSeenDaysAgo ?? monitoredFor / day - integerBelow(70, id, "first");
  const lastSeenAgo = lastSeenDaysAgo === undefined ? integerBelow(hour, id, "last") : lastSeenDaysAgo * day;
  return { firstSeen: now - firstSeenAgo * day, lastSeen: now - lastSeenAgo };
}
