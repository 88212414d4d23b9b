/** `provider::dbmon::query_id_decimal`: a query's id in base 10, as samples name it. */
import { queryDigestDescriptions, queryIdToDecimal } from "../../service";
import { FunctionError, providerFunction, t } from "../../tfplugin";
import { isHexadecimalQueryId } from "../validators";

export const queryIdDecimal = providerFunction({
  summary: "Query id from hexadecimal to base 10",
  description:
    "The id of a family of queries in base 10, as samples name it. It is text, because most that reads JSON rounds " +
    "numbers of more than 53 bits, and an id has 64.",
  parameters: [{ name: "hex", type: t.string, description: queryDigestDescriptions.id }],
  returns: t.string,
  call(hex) {
    const fault = isHexadecimalQueryId(hex);
    if (fault !== undefined) throw new FunctionError(fault, 0);
    return queryIdToDecimal(hex);
  },
});
