/** `provider::dbmon::query_metric`: the name of a metric of one family of queries. */
import { quote } from "../../diagnostics";
import { isMetricPath, queryDigestDescriptions, queryMetric as nameOf } from "../../service";
import { FunctionError, providerFunction, t } from "../../tfplugin";
import { isHexadecimalQueryId } from "../validators";

export const queryMetric = providerFunction({
  summary: "Name of a query's metric",
  description:
    "The name of a metric of one family of queries, `host.queries.q.<query_id>.<path>`, for an alert's `metric`.",
  parameters: [
    { name: "query_id", type: t.string, description: queryDigestDescriptions.id },
    {
      name: "path",
      type: t.string,
      description: "What is measured: words joined by dots, for example `p99_latency_us` or `errors.tput`.",
    },
  ],
  returns: t.string,
  call(id, path) {
    const fault = isHexadecimalQueryId(id);
    if (fault !== undefined) throw new FunctionError(fault, 0);
    if (isMetricPath(path)) return nameOf(id, path);
    throw new FunctionError(
      `${quote(path)} is not the path of a metric: that is words joined by dots, for example "errors.tput".`,
      1,
    );
  },
});
