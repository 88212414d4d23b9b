/** `provider::dbmon::query_id_decimal`, `query_id_hex` and `query_metric`: IDs and metrics of query families. */
import { quote } from "../diagnostics";
import {
  isDecimalQueryId,
  isMetricPath,
  metricOfQuery,
  queryDigestFields,
  queryIdToDecimal,
  queryIdToHex,
} from "../service";
import { FunctionError, providerFunction, t } from "../tfplugin";
import { checkQueryId } from "./validators";

export const queryIdDecimal = providerFunction({
  summary: "Converts a query ID to base 10",
  description:
    "Converts the ID of a query family from hexadecimal to base 10, as in samples. The result is a string, because an ID " +
    "has 64 bits and many JSON parsers round numbers to 53 bits.",
  parameters: [{ name: "hex", type: t.string, description: queryDigestFields.id.description }],
  returns: t.string,
  call(hex) {
    const message = checkQueryId(hex);
    if (message !== undefined) throw new FunctionError(message, 0);
    return queryIdToDecimal(hex);
  },
});

export const queryIdHex = providerFunction({
  summary: "Converts a query ID to hexadecimal",
  description:
    "Converts the ID of a query family from base 10 to 16 lowercase hexadecimal digits, as in lists of queries and in metric names.",
  parameters: [
    {
      name: "decimal",
      type: t.string,
      description:
        "ID in base 10: an integer from 0 to 2^64 - 1, as a string or a number. All digits are preserved.",
    },
  ],
  returns: t.string,
  call(decimal) {
    if (isDecimalQueryId(decimal)) return queryIdToHex(decimal);
    throw new FunctionError(
      `${quote(decimal)} is not a query ID in base 10. Use an integer from 0 to 18446744073709551615.`,
      0,
    );
  },
});

export const queryMetric = providerFunction({
  summary: "Returns the name of a metric of a query family",
  description:
    "Returns the name of a metric of a query family, `host.queries.q.<query_id>.<path>`, for the `metric` of an alert.",
  parameters: [
    { name: "query_id", type: t.string, description: queryDigestFields.id.description },
    {
      name: "path",
      type: t.string,
      description:
        "Path of the metric: words separated by dots, for example `p99_latency_us` or `errors.tput`.",
    },
  ],
  returns: t.string,
  call(id, path) {
    const message = checkQueryId(id);
    if (message !== undefined) throw new FunctionError(message, 0);
    if (isMetricPath(path)) return metricOfQuery(id, path);
    throw new FunctionError(
      `${quote(path)} is not a metric path. Use words separated by dots, for example "errors.tput".`,
      1,
    );
  },
});
