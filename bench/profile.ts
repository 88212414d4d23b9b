/** What a CPU profile of a start says, in words. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** As node writes it, as far as it is needed. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  /** Microseconds. */
  readonly timeDeltas: readonly number[];
}

const compilers = ["wrapSafe", "compileFunctionForCJSLoader"];

function kindOf({ functionName, url }: Profile["nodes"][number]["callFrame"]): string {
  if (compilers.includes(functionName)) return "compiling the file";
  if (functionName === "(garbage collector)") return "garbage collection";
  if (functionName === "(idle)") return "waiting";
  if (url === "" || url.startsWith("node:"))
    return "node itself and its modules, cryptography and TLS among them";
  return "running the file's own code";
}

/** @param folder holds one profile */
export function sharesOf(folder: string): string {
  const name = readdirSync(folder).find((one) => one.endsWith(".cpuprofile"));
  if (name === undefined) throw new Error("node wrote no profile");
  const profile = JSON.parse(readFileSync(join(folder, name), "utf8")) as Profile;
  const kinds = new Map(profile.nodes.map(({ id, callFrame }) => [id, kindOf(callFrame)]));
  const shares = new Map<string, number>();
  let total = 0;
  profile.samples.forEach((id, index) => {
    const kind = kinds.get(id) ?? "";
    const time = Math.max(profile.timeDeltas[index] ?? 0, 0);
    shares.set(kind, (shares.get(kind) ?? 0) + time);
    total += time;
  });
  return [...shares]
    .sort(([, one], [, other]) => other - one)
    .map(([kind, time]) => `${kind} ${Math.round((time / total) * 100)}%`)
    .join(", ");
}
