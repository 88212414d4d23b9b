/** What alerts refer to: by its name where that says which one is meant, else by its id, with the reason. */
import { quote } from "../diagnostics";
import { type Language, type Offered } from "./environment";
import { uniqueWords } from "./words";
import { isSafeForCdktf, isSameToTerraform } from "./writable";

export interface Referred {
  readonly id: number;
  /** For its identifier. */
  readonly words: readonly string[];
  /** Undefined where its name does not say which one is meant. */
  readonly name: string | undefined;
  /** Why it is referred to by its id: a sentence. */
  readonly reason: string | undefined;
  /** Nothing that is newly referred to can be this any more. */
  readonly isGone: boolean;
}

export type References = ReadonlyMap<number, Referred>;

/** @param ids of those that alerts refer to @param noun for example `host` */
export function referencesTo(
  ids: Iterable<number>,
  offered: readonly Offered[],
  noun: string,
  language: Language,
): References {
  const byId = new Map(offered.map((one) => [one.id, one]));
  const idsByName = new Map<string, number[]>();
  // A list that holds an element twice means it once.
  for (const { id, name, isDeleted } of byId.values()) {
    if (name === undefined || isDeleted === true) continue;
    idsByName.set(name, [...(idsByName.get(name) ?? []), id]);
  }
  const referred = [...new Set(ids)].sort((a, b) => a - b);
  const words = uniqueWords(
    referred.map((id) => ({ id, text: byId.get(id)?.name ?? "" })),
    noun,
    membersOfConstructs,
  );
  return new Map(
    referred.map((id) => {
      const one = byId.get(id);
      const reason = reasonForId(one, { id, noun, language, idsByName });
      return [
        id,
        {
          id,
          words: words.get(id) ?? [noun, String(id)],
          name: reason === undefined ? one?.name : undefined,
          reason,
          isGone: one === undefined || one.isDeleted === true,
        },
      ];
    }),
  );
}

/** What a class of ours inherits cannot be its field. */
const membersOfConstructs = ["node", "with", "tostring"];

interface Surroundings {
  readonly id: number;
  readonly noun: string;
  readonly language: Language;
  readonly idsByName: ReadonlyMap<string, readonly number[]>;
}

function reasonForId(
  one: Offered | undefined,
  { id, noun, language, idsByName }: Surroundings,
): string | undefined {
  if (one === undefined) return `The service lists no ${noun} of the id ${id}.`;
  const { name, isDeleted } = one;
  if (name === undefined || name === "") return `The ${noun} ${id} has no name.`;
  if (isDeleted === true) return `The ${noun} ${quote(name)} (id ${id}) was deleted in the service.`;
  const namesakes = idsByName.get(name) ?? [];
  if (namesakes.length > 1) {
    return `By its id: ${namesakes.length} ${noun}s are named ${quote(name)} (ids ${[...namesakes].sort((a, b) => a - b).join(", ")}).`;
  }
  const isReadable =
    !/\p{Cs}/u.test(name) &&
    (language === "yaml" || isSameToTerraform(name)) &&
    (language !== "typescript" || isSafeForCdktf(name));
  return isReadable
    ? undefined
    : `By its id: the name ${quote(name)} would not be found as it would be read.`;
}
