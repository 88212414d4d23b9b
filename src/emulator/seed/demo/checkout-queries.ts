/** Queries of the checkout on MySQL. */
import { hosts } from "./hosts";
import { type QueryGroup } from "./query-family";

export const checkoutQueries: QueryGroup = {
  db: "shop",
  applicationName: "",
  app: "checkout",
  team: "checkout",
  user: "shop_web",
  hosts: [hosts.primary],
  families: [
    {
      // examples/on-call defines an alert on the latency of this query.
      id: "8f2ac3d5e6b70914",
      table: "orders",
      latency: 0.18,
      template:
        "select o.id, o.status, o.total, o.placed_at from orders o where o.customer_id = {id} order by o.placed_at desc limit {page}",
    },
    {
      table: "carts",
      latency: 0.0012,
      template:
        "select id, customer_id, currency, updated_at from carts where session_token = {token} limit {few}",
    },
    {
      table: "carts",
      template: "insert into carts (session_token, customer_id, currency) values ({token}, {id}, {currency})",
    },
    {
      table: "cart_items",
      latency: 0.0035,
      template:
        "insert into cart_items (cart_id, product_id, quantity, unit_price) values ({id}, {id}, {few}, {money}) on duplicate key update quantity = quantity + {few}",
    },
    {
      table: "cart_items",
      latency: 0.0041,
      template:
        "select ci.product_id, ci.quantity, ci.unit_price, p.name from cart_items ci join products p on p.id = ci.product_id where ci.cart_id = {id}",
    },
    { table: "cart_items", template: "delete from cart_items where cart_id = {id} and product_id = {id}" },
    {
      table: "orders",
      latency: 0.0068,
      template:
        "insert into orders (customer_id, cart_id, status, total, currency, placed_at) values ({id}, {id}, {status}, {money}, {currency}, now())",
    },
    {
      table: "order_items",
      latency: 0.021,
      template: "insert into order_items (order_id, product_id, quantity, unit_price) values ({rows})",
    },
    {
      table: "orders",
      latency: 0.0022,
      template: "update orders set status = {status}, updated_at = now() where id = {id}",
    },
    {
      table: "coupons",
      latency: 0.0009,
      template:
        "select code, percent_off, valid_until from coupons where code = {coupon} and valid_until >= {date}",
    },
    {
      table: "stock",
      latency: 0.094,
      template: "select quantity from stock where product_id = {id} for update",
    },
    {
      table: "stock",
      latency: 0.0031,
      template: "update stock set quantity = quantity - {few} where product_id = {id} and quantity >= {few}",
    },
    {
      table: "gift_cards",
      latency: 0.0017,
      firstSeenDaysAgo: 1,
      template:
        "select id, balance, currency from gift_cards where code_hash = {token} and is_active = {flag}",
    },
    {
      table: "summer_sale_prices",
      lastSeenDaysAgo: 41,
      template: "select product_id, price from summer_sale_prices where product_id in ({ids})",
    },
  ],
};
