/** SECURITY.md names the test of each promise. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";

const root = resolve(__dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const [, promised = ""] = read("SECURITY.md").split("## What is promised\n");
const [section = ""] = promised.split("\n## ");
const promises = Array.from(
  section.matchAll(/^- ([^]+?)\s\(`(test\/\S+)`\)$/gm),
  ([, promise = "", file = ""]) => ({
    promise,
    file,
  }),
);

/** The names of the tests, in the order of the promises. */
const titles = [
  "a redirect to another origin is refused without sending the token",
  "dbmon %s sends nothing to the address of a variable",
  "dbmon %s sends no token to the address of a pull request",
  "http:// to another machine is refused before any request",
  "is redacted in a text, in every encoding",
  "%s receives the environment without tokens",
  "an invalid dbmon.yaml",
  "[DEST-2] plans, states, outputs and logs do not contain settings of destinations",
  "dbmon %s",
  "text of the service and of plan files is harmless in each form of a plan, an apply and a table",
  "of the response with %s",
  "an endless body",
  "a list of more than 10,000 pages is an error",
  "over two minutes (%s) ends the call with its error",
  "takes linear time: %s",
  "too many samples of all tests",
  "ends a rule that takes too long, and names it",
  "%s makes too many values",
  "SIGTERM ends %s while it evaluates a rule",
  "%s",
  "lines of a rule's message are part of the problem",
  "a plan fetches only the configurations and options that it needs, and writes nothing",
  "a full disk keeps the previous files, and leaves no others",
  "each kill leaves all or nothing after the next run, and no other file",
  "an alert that was changed after the plan was made",
  "include only unmanaged alerts with matching names",
  "refuses a client with %s and continues to serve",
  "refuses a TCP port without mutual TLS: %j",
  "the provider reads no files and no other processes",
  "%s %j runs only check and test of the release, and nothing of the checkout",
  "runs check and test for the event %s, without tokens",
  "comments its output as code, and prints it without workflow commands",
  "fails for a comment of another user with its marker, after it has written its own",
  "for a wrong checksum, without running the file",
  "runs the executable that it verified, and not a file that an earlier step wrote",
  "ends an untrusted run on SIGTERM, also one that ignores it",
  "writes its reports through no link that a change commits",
  "for checksums that another key signed, and for a release without a signature",
  "publishes the file that was built and tested, and runs no installation script beside a token or key",
  "the package has no installation scripts",
  "only the client, the emulator and the plugin protocol use the network",
  "does not send to %j",
  "is refused with the host %j (DNS rebinding)",
];

it("each promise has a test", () => {
  expect(promises).toHaveLength(section.match(/^- /gm)?.length ?? 0);
  expect(promises).toHaveLength(titles.length);
});

it.each(promises.map(({ promise, file }, index) => [promise, file, titles[index] ?? ""]))(
  "%s",
  (_, file, title) => {
    expect(read(file)).toContain(`"${title}"`);
  },
);

it("the package has no installation scripts", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read("package.json")));
  const names = ["preinstall", "install", "postinstall", "prepare", "prepublish"];
  expect(names.filter((name) => Object.hasOwn(scripts, name))).toEqual([]);
});

/** The modules of src with a file that has the text. */
function modulesWith(text: RegExp): string[] {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const found = files.filter((file) => file.endsWith(".ts") && text.test(read(join("src", file))));
  return [...new Set(found.map((file) => file.split(/[\\/]/)[0] ?? ""))].sort();
}

it("only the client, the emulator and the plugin protocol use the network", () => {
  const network =
    /["'](?:node:(?:http|https|http2|net|tls|dgram|dns)|undici|@hono\/node-server)["']|(?:await|return|void|=) fetch\(/;
  expect(modulesWith(network)).toEqual(["client", "emulator", "testing", "tfplugin"]);
});

it("the provider reads no files and no other processes", () => {
  const others = modulesWith(/["']node:(?:fs|fs\/promises|child_process|os)["']/);
  expect(others).toContain("definitions");
  expect(others).not.toContain("provider");
});
