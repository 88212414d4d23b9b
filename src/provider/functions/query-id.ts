/** `provider::dbmon::query_id_decimal` and `query_id_hex`: convert a query ID to base 10, as in samples, and back. */
import { quote } from "../../diagnostics";
import { isDecimalQueryId, queryDigestDescriptions, queryIdToDecimal, queryIdToHex } from "../../service";
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
