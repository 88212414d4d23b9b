/**
 * Jobs of a matrix write comments and issues side by side, on GitHub and GitLab: none edits or closes what another wrote. What earlier versions
 * wrote is adopted once.
 */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { FakeGithub } from "../../../support/code-hosts/fake-github";
import { FakeGitlab } from "../../../support/code-hosts/fake-gitlab";
import { alerts, commandBench, cpuHigh, deployed, type Run, token } from "../../../support/command";
import { runStep } from "./github";
import { mergeRequest, runGitlabJob } from "./gitlab";

interface Job {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** What GitHub and GitLab show of the jobs. */
interface Host {
  readonly comments: () => readonly string[];
  readonly issues: () => readonly {
    readonly title: string;
    readonly body: string;
    readonly isOpen: boolean;
  }[];
  /** Replaces comments and issues by those that own jobs wrote earlier. */
  readonly write: (kind: "comment" | "issue", bodies: readonly string[]) => void;
  readonly holdUntil: (count: number, path: RegExp) => void;
  readonly run: (job: Job & { readonly isChange: boolean }) => Promise<Run>;
  readonly stop: () => Promise<void>;
}

const bench = commandBench();
type Emulator = Awaited<ReturnType<typeof bench.emulator>>;
let emulator: Emulator;
let host: Host;

async function startGithub(): Promise<Host> {
  const github = await FakeGithub.start();
  return {
    comments: () => github.comments.map(({ body }) => body),
    issues: () => github.issues.map(({ title, body, state }) => ({ title, body, isOpen: state === "open" })),
    write: (kind, bodies) => {
      const user = { id: 41898282, login: "github-actions[bot]" };
      const rest = { title: "Drift", labels: ["dbmon-drift"], state: "open" };
      if (kind === "comment") github.comments = bodies.map((body, id) => ({ id, issue: 12, user, body }));
      else github.issues = bodies.map((body, index) => ({ number: index + 1, user, body, ...rest }));
    },
    holdUntil: (count, path) => {
      github.holdUntil(count, "GET", path);
    },
    run: ({ inputs = {}, environment = {}, cwd = ".", isChange }) =>
      runStep(bench, github, emulator, { inputs, environment, cwd, event: isChange ? { pull: 12 } : {} }),
    stop: () => github.stop(),
  };
}

async function startGitlab(): Promise<Host> {
  const gitlab = await FakeGitlab.start();
  return {
    comments: () => gitlab.notes.map(({ body }) => body),
    issues: () =>
      gitlab.issues.map(({ title, description: body, state }) => ({
        title,
        body,
        isOpen: state === "opened",
      })),
    write: (kind, bodies) => {
      const author = { id: 9, username: "bot" };
      const rest = { title: "Drift", labels: "dbmon-drift", state: "opened" };
      if (kind === "comment")
        gitlab.notes = bodies.map((body, id) => ({ id, parent: "merge_requests/7", author, body }));
      else
        gitlab.issues = bodies.map((description, index) => ({
          iid: index + 1,
          author,
          description,
          ...rest,
        }));
    },
    holdUntil: (count, path) => {
      gitlab.holdUntil(count, "GET", path);
    },
    run: ({ inputs = {}, environment = {}, cwd = ".", isChange }) =>
      runGitlabJob(bench, gitlab, emulator, {
        inputs,
        environment: isChange ? { ...environment, ...mergeRequest } : environment,
        cwd,
      }),
    stop: () => gitlab.stop(),
  };
}

/** Two jobs of a matrix. The first finds a drift, and the second none. */
type Matrix = () => Promise<readonly [drifted: Job, inSync: Job]> | readonly [Job, Job];

const sources = { sources: "alerts.yaml" };
/** An environment of the service with the alerts, and one without. */
const configuration = (url: string) => {
  const lines = ["STAGING", "PRODUCTION"].map(
    (name) => `  ${name.toLowerCase()}: { base_url: "${url}", api_token: { env: DBMON_${name}_TOKEN } }\n`,
  );
  return `environments:\n${lines.join("")}`;
};
const tokens = {
  DBMON_STAGING_TOKEN: "staging-token",
  DBMON_PRODUCTION_TOKEN: token,
  DBMON_ALLOWED_HOSTS: "127.0.0.1",
};

/** Plans changes if the file `drifted` exists in its folder, or in the workspace `staging`. */
const terraform = `#!/bin/sh
[ "$1" = init ] && exit 0
workspace=$TF_WORKSPACE
[ -f .terraform/environment ] && workspace=$(cat .terraform/environment)
if [ -f drifted ] || [ "$workspace" = staging ]; then echo "Plan: 1 to add, 0 to change, 0 to destroy."; exit 2; fi
echo "No changes."
`;
const withTerraform = () => {
  bench.write("bin/terraform", terraform);
  chmodSync(join(bench.folder(), "bin/terraform"), 0o755);
  return { PATH: `${join(bench.folder(), "bin")}:${process.env.PATH ?? ""}` };
};

const matrices: readonly (readonly [string, Matrix])[] = [
  [
    "environments, by variables with different addresses",
    async () => {
      const { url } = await bench.emulator({ propagationSeconds: 0 });
      return [{ inputs: sources, environment: { DBMON_BASE_URL: url } }, { inputs: sources }];
    },
  ],
  [
    "environments of one address, by tokens and the input label",
    () => [
      { inputs: { ...sources, label: "staging" }, environment: { DBMON_API_TOKEN: "staging-token" } },
      { inputs: { ...sources, label: "production" } },
    ],
  ],
  [
    "environments, by the input environment",
    () => {
      bench.write("dbmon.yaml", configuration(emulator.url));
      const job = (environment: string) => ({ inputs: { ...sources, environment }, environment: tokens });
      return [job("staging"), job("production")];
    },
  ],
  [
    "folders of a monorepo, by the working directory",
    () => {
      bench.write("team/a/alerts.yaml", alerts(deployed.replace("Deployed", "Backup")));
      bench.write("team/b/alerts.yaml", alerts(cpuHigh));
      return [
        { inputs: sources, cwd: "team/a" },
        { inputs: sources, cwd: "team/b" },
      ];
    },
  ],
  [
    "folders of a monorepo, by the input sources",
    () => {
      bench.write("team/a/alerts.yaml", alerts(deployed.replace("Deployed", "Backup")));
      bench.write("team/b/alerts.yaml", alerts(cpuHigh));
      return [{ inputs: { sources: "team/a" } }, { inputs: { sources: "team/b" } }];
    },
  ],
  [
    "subprojects of two repositories that are checked out side by side",
    () => {
      bench.write("shop/db/alerts.yaml", alerts(deployed.replace("Deployed", "Backup")));
      bench.write("bank/db/alerts.yaml", alerts(cpuHigh));
      return [
        { inputs: { sources: "db" }, cwd: "shop" },
        { inputs: { sources: "db" }, cwd: "bank" },
      ];
    },
  ],
  [
    "workspaces of Terraform, by the variable",
    () => {
      const job = (workspace: string) => ({
        inputs: { terraform: "." },
        environment: { ...withTerraform(), TF_WORKSPACE: workspace },
      });
      return [job("staging"), job("production")];
    },
  ],
  [
    "workspaces of Terraform, as selected in the folder",
    () => {
      bench.write("a/.terraform/environment", "staging\n");
      bench.write("b/other/environment", "production");
      return [
        { inputs: { terraform: "a" }, environment: withTerraform() },
        { inputs: { terraform: "b" }, environment: { ...withTerraform(), TF_DATA_DIR: "other" } },
      ];
    },
  ],
  [
    "folders of Terraform, by the working directory",
    () => {
      bench.write("a/drifted", "");
      bench.write("b/main.tf", "");
      const job = (cwd: string) => ({ inputs: { terraform: "." }, environment: withTerraform(), cwd });
      return [job("a"), job("b")];
    },
  ],
];

const run = (job: Job, command: string) =>
  host.run({
    ...job,
    inputs: { ...job.inputs, command, ...(command === "drift" ? { "on-drift": "issue" } : {}) },
    isChange: command !== "drift" && command !== "apply",
  });
const openIssues = () => host.issues().filter(({ isOpen }) => isOpen);
const keyIn = (text = "") => /^<!-- dbmon [a-z]+ ([0-9a-f]{16})/.exec(text)?.[1];
/** As earlier versions wrote it: with a hash of the environments and the sources. */
const withOldKey = (text = "") => text.replace(/[0-9a-f]{16}/, "a864580b86f24798");

describe.each([
  ["GitHub", startGithub],
  ["GitLab", startGitlab],
])("on %s", (_name, start) => {
  beforeEach(async () => {
    host = await start();
    emulator = await bench.emulator({ propagationSeconds: 0, tokens: { "staging-token": "staging" } });
    bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  });
  afterEach(() => host.stop());

  it.each(matrices)("keeps apart %s", async (_matrix, jobs) => {
    const [drifted, inSync] = await jobs();
    if (inSync.inputs?.["terraform"] === undefined) expect((await run(inSync, "apply")).code).toBe(0);
    for (const job of [drifted, inSync, drifted]) expect((await run(job, "plan")).code).toBe(0);
    const comments = host.comments();
    expect(comments).toEqual([
      expect.not.stringContaining("No changes"),
      expect.stringContaining("No changes"),
    ]);
    for (const job of [drifted, inSync, drifted]) expect((await run(job, "drift")).code).toBe(0);
    expect(openIssues()).toHaveLength(1);
    expect(host.comments()).toEqual(comments);
  });

  it("keeps one comment and one issue of several environments, and of a run that fails", async () => {
    bench.write("dbmon.yaml", configuration(emulator.url));
    const job = { inputs: { ...sources, environment: "*" }, environment: tokens };
    for (let count = 0; count < 2; count++) {
      await run(job, "plan");
      await run(job, "drift");
    }
    expect([host.comments(), openIssues()]).toMatchObject([{ length: 1 }, { length: 1 }]);
    bench.write("alerts.yaml", "alerts: [{}]\n");
    expect((await run(job, "plan")).code).toBe(1);
    expect((await run({ ...job, environment: {} }, "plan")).code).toBe(1);
    expect(host.comments()).toEqual([expect.stringContaining("failed")]);
  });

  it("names the label and the folder in the comment and in the title of the issue", async () => {
    bench.write("team/alerts.yaml", alerts(deployed));
    const job = { inputs: { ...sources, label: "prod `x`\n::error::" }, cwd: "team" };
    await run(job, "plan");
    await run(job, "drift");
    expect(host.comments()[0]).toContain("Job `` prod `x`\\n::error:: ``, `team`. Commit");
    expect(host.issues()[0]?.title).toBe("Alerts differ from their definitions: prod `x`\\n::error::, team");
  });

  describe("what earlier versions wrote", () => {
    const [first, second] = ["first", "second"].map((label) => ({ inputs: { ...sources, label } }));
    if (first === undefined || second === undefined) throw new Error("no jobs");

    it("is adopted once, by the first job of its address", async () => {
      await run(first, "plan");
      await run(first, "drift");
      const [comment = ""] = host.comments();
      const [issue] = host.issues();
      host.write("comment", [withOldKey(comment)]);
      host.write("issue", [withOldKey(issue?.body)]);
      for (const job of [first, second, first]) {
        expect((await run(job, "plan")).code).toBe(0);
        expect((await run(job, "drift")).code).toBe(0);
      }
      const issues = host.issues().map(({ body }) => body);
      expect([host.comments(), issues]).toMatchObject([{ length: 2 }, { length: 2 }]);
      expect(host.comments()[0]).toBe(comment);
      expect(issues[0]).toBe(issue?.body);
      expect(keyIn(host.comments()[1])).toBe(keyIn(issues[1]));
      expect(openIssues()).toHaveLength(2);
    });

    it("is left as it is if it names another address, or none", async () => {
      await run(first, "plan");
      await run(first, "drift");
      const bodies = [host.comments()[0], host.issues()[0]?.body].map(withOldKey);
      const others = [
        ...bodies.map((text) => text.replace(/(?<=http:\/\/127.0.0.1:)\d+/, (port) => `${port}1`)),
        ...bodies.map((text) => text.replace(/ Environment: `[^`]*`/, "")),
      ];
      host.write("comment", others);
      host.write("issue", others);
      await run(first, "plan");
      await run(first, "drift");
      expect(host.comments().slice(0, 4)).toEqual(others);
      expect(host.comments()).toHaveLength(5);
      expect(openIssues().map(({ body }) => body)).toEqual([...others, expect.anything()]);
      expect((await run(first, "apply")).code).toBe(0);
      await run(first, "drift");
      expect(openIssues().map(({ body }) => body)).toEqual(others);
    });

    it("is closed if all alerts are in sync", async () => {
      await run(first, "drift");
      host.write("issue", [withOldKey(host.issues()[0]?.body)]);
      await run(first, "apply");
      await run(first, "drift");
      expect(openIssues()).toEqual([]);
    });

    it("is not lost if two jobs adopt it at the same time", async () => {
      await run(first, "plan");
      await run(first, "drift");
      host.write("comment", host.comments().map(withOldKey));
      host.write("issue", [withOldKey(host.issues()[0]?.body)]);
      for (const [command, path] of [
        ["plan", /\/(?:comments|notes)$/],
        ["drift", /\/issues$/],
      ] as const) {
        host.holdUntil(2, path);
        const runs = await Promise.all([run(first, command), run(second, command)]);
        expect(runs.map(({ code }) => code)).toEqual([0, 0]);
        // The job whose key was replaced before it looked again wrote its own. Otherwise, its next run does.
        await run(first, command);
        await run(second, command);
      }
      const written = [host.comments(), openIssues().map(({ body }) => body)];
      for (const found of written) expect(new Set(found.map(keyIn)).size).toBe(2);
      expect(written).toMatchObject([{ length: 2 }, { length: 2 }]);
    });
  });
});
