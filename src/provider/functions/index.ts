/** All functions of the provider by name. */
import { queryIdDecimal } from "./query-id-decimal";
import { queryIdHex } from "./query-id-hex";
import { queryMetric } from "./query-metric";

export const functions = {
  query_metric: queryMetric,
  query_id_decimal: queryIdDecimal,
  query_id_hex: queryIdHex,
};
