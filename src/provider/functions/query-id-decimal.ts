/** `provider::dbmon::query_id_decimal`: converts a query ID to base 10, as in samples. */
import { queryDigestDescriptions, queryIdToDecimal } from "../../service";
import { FunctionError, providerFunction, t } from "../../tfplugin";
import { checkQueryId } from "../validators";

export const queryIdDecimal = providerFunction({
  summary: "Converts a query ID to base 10",
  description:
    "Converts the ID of a query family from hexadecimal to base 10, as in samples. The result is a string, because an ID " +
    "has 64 bits and many JSON parsers round numbers to 53 bits.",
  parameters: [{ name: "hex", type: t.string, description: queryDigestDescriptions.id }],
  returns: t.string,
  call(hex) {
    const message = checkQueryId(hex);
    if (message !== undefined) throw new FunctionError(message, 0);
    return queryIdToDecimal(hex);
  },
});
