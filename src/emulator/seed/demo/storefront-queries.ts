/** Queries of the product catalog and the customer accounts on MySQL. */
import { hosts } from "./hosts";
import { type QueryGroup } from "./query-family";

const mysql = { db: "shop", applicationName: "" } as const;

const catalog: QueryGroup = {
  ...mysql,
  app: "catalog",
  team: "storefront",
  user: "shop_read",
  hosts: [hosts.replica, hosts.primary],
  families: [
    {
      table: "products",
      latency: 0.0011,
      template:
        "select id, name, description, price, image_url from products where slug = {slug} and is_active = {flag}",
    },
    {
      table: "products",
      latency: 0.0025,
      template: "select id, name, price, image_url from products where id in ({ids})",
    },
    {
      table: "products",
      latency: 0.038,
      template:
        "select p.id, p.name, p.price from products p join product_categories pc on pc.product_id = p.id where pc.category_id = {id} and p.is_active = {flag} order by p.popularity desc limit {page}, {page}",
    },
    {
      table: "products",
      latency: 0.21,
      template:
        "select id, name, match (name, description) against ({words} in boolean mode) as score from products where match (name, description) against ({words} in boolean mode) order by score desc limit {page}",
    },
    {
      table: "products",
      template:
        "select count(*) from products where category_id = {id} and price between {money} and {money}",
    },
    {
      table: "products",
      latency: 0.0048,
      template: "update products set popularity = popularity + {few} where id = {id}",
    },
    {
      table: "reviews",
      latency: 0.0062,
      template:
        "select r.stars, r.text, c.name from reviews r join customers c on c.id = r.customer_id where r.product_id = {id} order by r.written_at desc limit {page}",
    },
    {
      table: "reviews",
      latency: 0.0038,
      template:
        "insert into reviews (product_id, customer_id, stars, text) values ({id}, {id}, {few}, {opinion})",
    },
    {
      table: "categories",
      template:
        "select id, parent_id, name, position from categories where parent_id = {id} order by position",
    },
    {
      table: "order_items",
      latency: 0.47,
      firstSeenDaysAgo: 2,
      template:
        "select b.product_id, count(*) as bought from order_items a join order_items b on b.order_id = a.order_id and b.product_id <> a.product_id where a.product_id = {id} group by b.product_id order by bought desc limit {few}",
    },
  ],
};

const accounts: QueryGroup = {
  ...mysql,
  app: "accounts",
  team: "identity",
  user: "accounts",
  hosts: [hosts.primary],
  families: [
    {
      table: "customers",
      latency: 0.0014,
      template: "select id, password_hash, name, locked_until from customers where email = {email}",
    },
    {
      table: "customers",
      latency: 0.0052,
      template:
        "insert into customers (email, name, password_hash, city) values ({email}, {name}, {token}, {city})",
    },
    { table: "customers", template: "update customers set last_login_at = {time} where id = {id}" },
    {
      table: "addresses",
      latency: 0.0016,
      template:
        "select id, name, street, city, country from addresses where customer_id = {id} and is_deleted = {flag}",
    },
    {
      table: "sessions",
      template: "insert into sessions (token, customer_id, expires_at) values ({token}, {id}, {time})",
    },
    {
      table: "sessions",
      latency: 1.9,
      template: "delete from sessions where expires_at < {time} limit {page}",
    },
    {
      table: "wishlists",
      latency: 0.0029,
      template: "replace into wishlists (customer_id, product_id, added_at) values ({id}, {id}, {time})",
    },
  ],
};

export const storefrontQueries: readonly QueryGroup[] = [catalog, accounts];
