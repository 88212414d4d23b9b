/** Summarizes a CPU profile. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of the profile format of Node.js in use. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

const compilers = ["wrapSafe", "compileFunctionForCJSLoader"];

function kindOf({ functionName, url }: Profile["nodes"][number]["callFrame"]): string {
  if (compilers.includes(functionName)) return "compilation";
  if (functionName === "(garbage collector)") return "garbage collection";
  if (functionName === "(idle)") return "idle";
  if (url === "" || url.startsWith("node:")) return "Node.js and its modules, including cryptography and TLS";
  return "the code of the file";
}

/** Returns the shares of the time by kind of code. @param folder contains one profile */
export function timeSharesOf(folder: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith(".cpuprofile"));
  if (name === undefined) throw new Error("Node.js wrote no profile.");
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
