/** Addresses of runbooks, which people write into the annotations of alerts. */

/** Without CJK punctuation, and without control, bidirectional and invisible characters, which could disguise an address. */
const addresses =
  /https?:\/\/[^\s<>"|\p{C}\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]{1,2000}/giu;
const maxRunbooks = 3;

/** The web addresses in annotations, at most three. */
export function runbookUrls(annotations: string): string[] {
  const found = (annotations.slice(0, 10_000).match(addresses) ?? []).flatMap(
    // Punctuation at the end belongs to the sentence, except a parenthesis that the address opened.
    (address) => webUrl(address.replace(/(?:[.,:;!?\]}'\u2019\u201D]|(?<!\([^()]*)\))+$/u, "")) ?? [],
  );
  return [...new Set(found)].slice(0, maxRunbooks);
}

/** The normalized address, if it is of the web. A user name in an address can look like its host. */
export function webUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isWeb = (protocol === "http:" || protocol === "https:") && username === "" && password === "";
  return isWeb ? href : undefined;
}
