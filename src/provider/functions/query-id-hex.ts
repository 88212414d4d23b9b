/** `provider::dbmon::query_id_hex`: converts a query ID to hexadecimal, as in metric names. */
import { quote } from "../../diagnostics";
import { isDecimalQueryId, queryIdToHex } from "../../service";
import { FunctionError, providerFunction, t } from "../../tfplugin";

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
