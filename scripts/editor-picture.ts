/**
 * Draws docs/images/editor.svg, for the guide on editors: a definition with the problem and the completions that the YAML language server
 * reports with the schema of this checkout. The server is downloaded from npm. `npm run pictures` runs it.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { characterWidth, drawLines, lineHeight, margin, type PictureLine } from "./picture";

const server = "yaml-language-server@1.25.0";
const schema = pathToFileURL(resolve(__dirname, "../schemas/definitions.schema.json")).href;
const definition = [
  "alerts:",
  '  - name: "Deploy: code went out"',
  "    policy: 1",
  '    destination: ["#db-alerts"]',
  '    event: { categories: ["code deployment"] }',
  "    ",
];
const shownCompletions = 5;
const textColor = "#e6edf3";
const faintColor = "#8b949e";
const problemColor = "#f85149";
const pictureColumns = 100;

const position = z.object({ line: z.number(), character: z.number() });
const diagnostic = z.object({ message: z.string(), range: z.object({ start: position, end: position }) });
const completions = z.object({
  items: z.array(z.object({ label: z.string(), documentation: z.string() })),
});
const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
});

interface Findings {
  readonly problems: readonly z.infer<typeof diagnostic>[];
  readonly completions: z.infer<typeof completions>["items"];
}

/** Opens the definition in the language server, as an editor does. */
async function findProblemsAndCompletions(folder: string): Promise<Findings> {
  const child = spawn("npx", ["--yes", "--package", server, "yaml-language-server", "--stdio"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const send = (content: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...content });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const uri = pathToFileURL(join(folder, "alerts.yaml")).href;
  const yaml = {
    schemas: { [schema]: "*.yaml" },
    validate: true,
    completion: true,
    schemaStore: { enable: false },
  };
  const document = { uri, languageId: "yaml", version: 1, text: definition.join("\n") };
  const cursor = { line: definition.length - 1, character: definition.at(-1)?.length };
  let problems: Findings["problems"] | undefined;
  let items: Findings["completions"] | undefined;
  send({ id: 1, method: "initialize", params: { processId: process.pid, rootUri: null, capabilities: {} } });
  try {
    for await (const { id, method, params, result } of messagesOf(child.stdout)) {
      if (id === 1 && method === undefined) {
        send({ method: "initialized", params: {} });
      } else if (method === "workspace/configuration") {
        // The settings of the sections yaml, http, [yaml] and editor.
        send({ id, result: [yaml, {}, {}, {}] });
        send({ method: "textDocument/didOpen", params: { textDocument: document } });
        send({
          id: 2,
          method: "textDocument/completion",
          params: { textDocument: { uri }, position: cursor },
        });
      } else if (id === 2 && method === undefined) items = completions.parse(result).items;
      else if (method === "textDocument/publishDiagnostics")
        problems = z.object({ diagnostics: z.array(diagnostic) }).parse(params).diagnostics;
      else if (id !== undefined) send({ id, result: null });
      if (problems !== undefined && problems.length > 0 && items !== undefined)
        return { problems, completions: items };
    }
  } finally {
    child.kill();
  }
  throw new Error(`${server} exited before it reported problems and completions.`);
}

async function* messagesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<z.infer<typeof message>> {
  let received = Buffer.alloc(0);
  for await (const chunk of stream) {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const header = /^Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n/
        .exec(received.toString("latin1"))
        ?.slice(0, 2);
      if (header === undefined) break;
      const [{ length: start }, length] = [header[0] ?? "", Number(header[1])];
      if (received.length < start + length) break;
      yield message.parse(JSON.parse(received.subarray(start, start + length).toString("utf8")));
      received = received.subarray(start + length);
    }
  }
}

function draw({ problems, completions: all }: Findings): string {
  const shorten = (text: string) =>
    text.length > pictureColumns ? `${text.slice(0, pictureColumns - 1)}…` : text;
  const lines: PictureLine[] = [];
  const underlines: string[] = [];
  for (const [index, text] of definition.entries()) {
    if (text.trim() !== "") lines.push({ text, color: textColor });
    for (const { message: what, range } of problems.filter((problem) => problem.range.start.line === index)) {
      const x = margin + range.start.character * characterWidth;
      const width = (range.end.character - range.start.character) * characterWidth;
      const y = margin + lines.length * lineHeight - 2;
      underlines.push(
        `  <path d="M${x.toFixed(1)} ${y}h${width.toFixed(1)}" stroke="${problemColor}" stroke-width="2" stroke-dasharray="3 2"/>`,
      );
      lines.push({ text: `${" ".repeat(range.start.character)}^ ${what}`, color: problemColor });
    }
  }
  lines.push({ text: "    |", color: textColor });
  for (const { label, documentation } of all.slice(0, shownCompletions))
    lines.push({ text: shorten(`      ${label.padEnd(14)}${documentation}`), color: faintColor });
  return drawLines("A definition with a problem, and the keys that an editor offers", lines, underlines);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-picture-"));
  try {
    process.stdout.write(draw(await findProblemsAndCompletions(folder)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
