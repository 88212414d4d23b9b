/** Puts the stub of `gh` on the PATH, and reads the issues and comments that it stored. */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type CiProject } from "./project";

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed";
  readonly comments: readonly string[];
}

export interface Github {
  readonly issues: readonly Issue[];
  readonly comments: readonly { readonly body: string }[];
}

/** @param others existing comments of other users on the pull request */
export function addGithub(project: CiProject, others: readonly string[] = []): () => Github {
  const file = join(project.work, "github.json");
  const comments = others.map((body, index) => ({ id: index + 1, user: { login: "jonas" }, body }));
  writeFileSync(file, JSON.stringify({ labels: [], issues: [], comments }));
  project.addProgram(
    "gh",
    `#!/bin/sh\nGH_STUB_STATE='${file}' exec '${resolve(__dirname, "gh-stub.cjs")}' "$@"\n`,
  );
  return () => JSON.parse(readFileSync(file, "utf8")) as Github;
}
