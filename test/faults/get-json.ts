/** Reads JSON without the client of the product. */
import * as http from "node:http";

export function getJson(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => {
          resolve(JSON.parse(text));
        });
        response.on("error", reject);
      })
      .on("error", reject);
  });
}
