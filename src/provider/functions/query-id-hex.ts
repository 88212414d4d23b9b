/** `provider::dbmon::query_id_hex`: a query's id in hexadecimal, as metric names hold it. */
import { quote } from "../../diagnostics";
import { isDecimalQueryId, queryIdToHex } from "../../service";
import { FunctionError, providerFunction, t } from "../../tfplugin";

export const queryIdHex = providerFunction({
  summary: "Query id from base 10 to hexadecimal",
  description:
    "The id of a family of queries as 16 hexadecimal digits in lower case, as lists of queries and metric names have it.",
  parameters: [
    {
      name: "decimal",
      type: t.string,
      description:
        "The id in base 10: a whole number from 0 to 2^64 - 1, as text or as a number. No digit of it is lost.",
    },
  ],
  returns: t.string,
  call(decimal) {
    if (isDecimalQueryId(decimal)) return queryIdToHex(decimal);
    throw new FunctionError(
      `${quote(decimal)} is not the id of a query in base 10: that is a whole number from 0 to 18446744073709551615.`,
      0,
    );
  },
});
