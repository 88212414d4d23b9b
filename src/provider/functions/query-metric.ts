/** `provider::dbmon::query_metric`: returns the name of a metric of a query family. */
import { quote } from "../../diagnostics";
import { isMetricPath, queryDigestDescriptions, queryMetric as nameOf } from "../../service";
import { FunctionError, providerFunction, t } from "../../tfplugin";
import { checkQueryId } from "../validators";

export const queryMetric = providerFunction({
  summary: "Returns the name of a metric of a query family",
  description:
    "Returns the name of a metric of a query family, `host.queries.q.<query_id>.<path>`, for the `metric` of an alert.",
  parameters: [
    { name: "query_id", type: t.string, description: queryDigestDescriptions.id },
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
    if (isMetricPath(path)) return nameOf(id, path);
    throw new FunctionError(
      `${quote(path)} is not a metric path. Use words separated by dots, for example "errors.tput".`,
      1,
    );
  },
});
