/** Compares the complete export of a small environment with `golden/`, for each language. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exportEnvironment, languages } from "../../src/export";
import { shopTeam } from "./shop-team";

it.each(languages)("%s", (language) => {
  const { files } = exportEnvironment(shopTeam, language);
  const code = files
    .map(({ path, text }) => `=== ${path}\n${text.replace(/^(.*Checksum: ).*$/m, "$1...")}`)
    .join("\n");
  expect(code).toBe(readFileSync(join(__dirname, "golden", `${language}.txt`), "utf8"));
});
