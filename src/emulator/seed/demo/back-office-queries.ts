/** Queries of payments and the warehouse on PostgreSQL, and of reports and backups on MySQL. */
import { hosts } from "./hosts";
import { type QueryFamily, type QueryGroup } from "./query-family";

/** A demo alert watches the latency of this query. */
export const capturePayment: QueryFamily = {
  table: "payments",
  latency: 0.031,
  template:
    "UPDATE payments SET state = {state}, captured_at = now() WHERE id = {uuid} AND state = {state} RETURNING amount, currency",
};

const payments: QueryGroup = {
  app: "payments",
  team: "payments",
  db: "payments",
  user: "payments",
  applicationName: "payments-api",
  hosts: [hosts.postgres],
  families: [
    capturePayment,
    {
      table: "payments",
      latency: 0.0044,
      template:
        "INSERT INTO payments (order_id, amount, currency, method, state) VALUES ({id}, {money}, {currency}, {method}, {state}) RETURNING id",
    },
    {
      table: "payments",
      latency: 0.0018,
      template:
        "SELECT id, state, amount, captured_at FROM payments WHERE order_id = {id} ORDER BY created_at DESC LIMIT {few}",
    },
    {
      table: "idempotency_keys",
      latency: 0.0021,
      template:
        "INSERT INTO idempotency_keys (key, response) VALUES ({token}, {json}::jsonb) ON CONFLICT (key) DO NOTHING",
    },
    { table: "idempotency_keys", template: "SELECT response FROM idempotency_keys WHERE key = {token}" },
    {
      table: "refunds",
      latency: 0.076,
      template:
        "WITH refunded AS (SELECT payment_id, sum(amount) AS total FROM refunds GROUP BY payment_id) SELECT p.id, p.amount - coalesce(r.total, {money}) AS left FROM payments p LEFT JOIN refunded r ON r.payment_id = p.id WHERE p.id = ANY ({ids})",
    },
    {
      table: "ledger_entries",
      latency: 0.0033,
      template:
        "INSERT INTO ledger_entries (account, amount, currency, booked_at) VALUES ({method}, {money}, {currency}, {time}::timestamptz)",
    },
    {
      table: "ledger_entries",
      latency: 2.6,
      template:
        "SELECT account, sum(amount) FROM ledger_entries WHERE booked_at >= {time}::timestamptz GROUP BY account HAVING sum(amount) <> {money}",
    },
    {
      table: "webhook_deliveries",
      latency: 0.0058,
      template:
        "SELECT id, payload FROM webhook_deliveries WHERE state = {state} AND next_attempt_at <= {time} ORDER BY next_attempt_at LIMIT {page} FOR UPDATE SKIP LOCKED",
    },
    {
      table: "webhook_deliveries",
      template: "UPDATE webhook_deliveries SET attempts = attempts + {few}, state = {state} WHERE id = {id}",
    },
  ],
};

const fulfilment: QueryGroup = {
  app: "fulfilment",
  team: "logistics",
  db: "warehouse",
  user: "fulfilment",
  applicationName: "fulfilment-worker",
  hosts: [hosts.postgres],
  families: [
    {
      table: "pick_lists",
      latency: 0.014,
      template:
        "SELECT l.id, l.bin, l.quantity FROM pick_lists l WHERE l.order_id = {id} AND l.picked_at IS NULL ORDER BY l.bin",
    },
    {
      table: "shipments",
      latency: 0.0047,
      template: "INSERT INTO shipments (order_id, carrier, tracking_code) VALUES ({id}, {carrier}, {token})",
    },
    {
      table: "shipments",
      latency: 0.0026,
      template:
        "UPDATE shipments SET delivered_at = {time} WHERE carrier = {carrier} AND tracking_code = {token}",
    },
    {
      table: "stock_movements",
      template:
        'INSERT INTO stock_movements (product_id, bin, "delta") SELECT product_id, bin, -quantity FROM pick_lists WHERE id = {id}',
    },
    {
      table: "shipments",
      latency: 5.3,
      template:
        "SELECT carrier, percentile_cont({fraction}) WITHIN GROUP (ORDER BY delivered_at - shipped_at) FROM shipments WHERE shipped_at > {time} GROUP BY carrier",
    },
  ],
};

const reports: QueryGroup = {
  app: "reports",
  team: "finance",
  db: "shop",
  user: "reports",
  applicationName: "",
  hosts: [hosts.replica],
  families: [
    {
      table: "orders",
      latency: 8.4,
      template:
        "select date(placed_at) as day, currency, sum(total) as revenue from orders where placed_at >= {date} and status <> {status} group by day, currency with rollup",
    },
    {
      table: "customers",
      latency: 14.2,
      template:
        "select c.city, count(distinct c.id) as customers, avg(o.total) from customers c straight_join orders o on o.customer_id = c.id where o.placed_at between {date} and {date} group by c.city having customers > {page}",
    },
    {
      table: "carts",
      latency: 3.7,
      template:
        "select c.id, c.updated_at from carts c left join orders o on o.cart_id = c.id where o.id is null and c.updated_at < {time}",
    },
    {
      table: "stock",
      lastSeenDaysAgo: 9,
      template:
        "select sum(s.quantity * p.price) from stock s join products p on p.id = s.product_id where p.currency = {currency}",
    },
  ],
};

const backups: QueryGroup = {
  app: "backup",
  team: "dba",
  db: "shop",
  user: "backup",
  applicationName: "",
  hosts: [hosts.primary],
  families: [
    { table: "orders", latency: 341, template: "select /*!40001 SQL_NO_CACHE */ * from `orders`" },
    { table: "order_items", latency: 512, template: "select /*!40001 SQL_NO_CACHE */ * from `order_items`" },
  ],
};

export const backOfficeQueries: readonly QueryGroup[] = [payments, fulfilment, reports, backups];
