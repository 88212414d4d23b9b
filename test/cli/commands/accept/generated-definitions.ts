/** Generates definitions files in many styles: comments, anchors, merges, values, overrides, quoting, brackets and JSON. */
import { type Random } from "./random";

/** Names of environments. Without a configuration, there is none. */
export const environmentNames = ["staging", "production-eu", "production-us"];

export interface GeneratedProject {
  /** Undefined without environments. */
  readonly config: string | undefined;
  /** By path. */
  readonly files: ReadonlyMap<string, string>;
}

export const policies = ["Every time", "At most once an hour", "At most once a day"];
export const destinations = ["#db-alerts", "On-call PagerDuty", "mail: team", "#ops", "üñí", "it's"];
export const hostNames = ["db-1", "db-2", "db-3.example.com", "17"];
export const hostTypes = ["mysql", "pgsql", "os", "a, b", "c: d", "true"];
export const categories = ["code deployment", "load test", "reboot", "x #1", "[y]"];
export const strings = [
  ...[
    "",
    "See the wiki.",
    "https://wiki.example.com/#cpu",
    "it's",
    'say "hi"',
    "a: b",
    "# no comment",
    "yes",
    "12",
  ],
  ...[
    "one\ntwo",
    "one\n\ntwo\n",
    "  indented\nlines",
    "trailing \nspace",
    "tab\there",
    "${cpu} is no value",
    "zero\u200bwidth",
  ],
  ...[
    "first line of a long text, which somebody wrote\nsecond line\n- item\n",
    "emoji 🚨 and ünï",
    "ends with break\n",
  ],
];

export function generateProject(random: Random): GeneratedProject {
  const hasEnvironments = random.chance(0.6);
  const files = new Map<string, string>();
  const count = random.integer(1, 2);
  for (let index = 0; index < count; index++) {
    const isJson = random.chance(0.25);
    const writer = new FileWriter(random, hasEnvironments, index);
    const text = isJson ? writer.json() : writer.yaml();
    files.set(`alerts-${index}.${isJson ? "json" : "yaml"}`, withBytes(text, random, isJson));
  }
  return { config: hasEnvironments ? generateConfig(random) : undefined, files };
}

/** Line breaks, a byte order mark, and the end of the file. */
function withBytes(text: string, random: Random, isJson: boolean): string {
  const ended = random.chance(0.15) ? text.replace(/\n$/, "") : text;
  const broken = random.chance(0.3) ? ended.replaceAll("\n", "\r\n") : ended;
  return `${random.chance(0.15) && !isJson ? "\ufeff" : ""}${broken}`;
}

const anyValue = ["cpu", "pager", "level", "wiki", "shared"];

function generateConfig(random: Random): string {
  const lines = ["# The environments.", "definitions: [.]", "environments:"];
  for (const [index, name] of environmentNames.entries()) {
    const values = {
      cpu: 80 + index,
      pager: random.of(destinations),
      level: "warn",
      wiki: `https://wiki/${name}`,
      shared: 5,
    };
    lines.push(
      `  ${name}: # ${index}`,
      "    base_url: http://127.0.0.1:1",
      `    api_token: { env: DBMON_TOKEN_${index} }`,
    );
    if (random.chance(0.5))
      lines.push(
        `    values: { ${anyValue.map((key) => `${key}: ${quoted(values[key as "cpu"])}`).join(", ")} }`,
      );
    else {
      lines.push("    values:");
      for (const key of anyValue)
        lines.push(`      # ${key}`, `      ${key}: ${quoted(values[key as "cpu"])} # of ${name}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function quoted(value: string | number): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

type Model = Record<string, unknown>;

class FileWriter {
  #comment = 0;

  constructor(
    private readonly random: Random,
    private readonly hasEnvironments: boolean,
    private readonly file: number,
  ) {}

  json(): string {
    const alerts = Array.from({ length: this.random.integer(1, 5) }, (_, index) => this.#model(index));
    return `${JSON.stringify({ alerts }, undefined, this.random.of([undefined, 2, 4, "\t"]))}\n`;
  }

  yaml(): string {
    const { random } = this;
    const lines: string[] = [];
    if (random.chance(0.5)) lines.push(this.#commentText(), "");
    lines.push(
      "x-base: &base",
      "  policy: Every time # of base",
      "  destinations: &chans [\"#db-alerts\", '#ops']",
      "  host_types: [mysql]",
    );
    lines.push(
      "x-threshold: &threshold",
      "  alert_level: warn",
      "  metric: os.cpu.user_us",
      "  trigger: 90",
      "  reset: 70",
      "  duration: 5m",
    );
    lines.push("x-number: &number 42", "x-text: &text some shared text", "");
    lines.push(random.chance(0.5) ? "alerts: # all" : "alerts:");
    const indent = random.of(["", "  ", "    "]);
    const count = random.integer(1, 6);
    for (let index = 0; index < count; index++) {
      if (random.chance(0.3)) lines.push(`${indent}${this.#commentText()}`);
      lines.push(...this.#alert(index).map((line) => (line === "" ? line : indent + line)));
      if (random.chance(0.4)) lines.push("");
    }
    if (random.chance(0.3)) lines.push(this.#commentText());
    return `${lines.join("\n")}\n`;
  }

  #commentText(): string {
    this.#comment += 1;
    return `# comment ${this.file}.${this.#comment}`;
  }

  /** An alert as plain data. */
  #model(index: number): Model {
    const { random } = this;
    const isThreshold = random.chance(0.6);
    const model: Model = { name: `Alert ${this.file}.${index}`, policy: this.#policy() };
    if (random.chance(0.5)) model["annotations"] = this.#text();
    if (random.chance(0.7)) model["destinations"] = random.some(destinations);
    if (random.chance(0.3)) model["hosts"] = random.some(hostNames);
    if (random.chance(0.4)) model["host_types"] = random.some(hostTypes);
    if (random.chance(0.2)) model["disabled"] = random.chance(0.5);
    if (random.chance(0.1))
      model["ignore"] = random.some(["policy", "destinations", "annotations", "threshold"]);
    if (isThreshold) model["threshold"] = this.#threshold();
    else model["event"] = { categories: random.some(categories, 1) };
    if (!this.hasEnvironments) return model;
    if (random.chance(0.2))
      model["environments"] = random.of([["staging"], ["production-*"], ["production-eu", "staging"]]);
    if (random.chance(0.4)) model["overrides"] = this.#overrides(isThreshold);
    if (random.chance(0.3)) model["destinations"] = ["${pager}", ...random.some(["#ops"])];
    if (random.chance(0.3)) model["annotations"] = random.of(["${wiki}", "See ${wiki} of ${environment}"]);
    if (isThreshold && random.chance(0.4))
      Object.assign(model["threshold"] as Model, { trigger: random.of(["${cpu}", "${ cpu }", "${shared}"]) });
    return model;
  }

  #overrides(isThreshold: boolean): Model {
    const { random } = this;
    const overrides: Model = {};
    for (const pattern of random.some(["staging", "production-*", "production-eu", "*"], 1)) {
      const changes: Model = {};
      if (random.chance(0.4)) changes["destinations"] = random.some(destinations);
      if (random.chance(0.3)) changes["disabled"] = random.chance(0.5);
      if (random.chance(0.3)) changes["annotations"] = this.#text();
      if (isThreshold && random.chance(0.5)) changes["threshold"] = { trigger: random.integer(1, 99) };
      overrides[pattern] = changes;
    }
    return overrides;
  }

  #policy(): string | number {
    return this.random.chance(0.3) ? this.random.integer(1, 3) : this.random.of(policies);
  }

  #text(): string {
    return this.random.of(strings).replaceAll("${", () => "$${");
  }

  #threshold(): Model {
    const { random } = this;
    const duration = random.of(["5m", "15m", 1, 2]);
    const numbers = { trigger: random.of([80, 0.5, 900000]), reset: random.of([70, 0.25]) };
    return {
      alert_level: random.of(["info", "warn", "crit"]),
      metric: "os.cpu.user_us",
      ...numbers,
      duration,
    };
  }

  /** An alert as lines of YAML. */
  #alert(index: number): string[] {
    const { random } = this;
    const model = this.#model(index);
    if (random.chance(0.1)) return [`- ${inBrackets(model)}`];
    const entries = random.shuffle(Object.entries(model).filter(([key]) => key !== "overrides"));
    const lines: string[] = [];
    const isMerged = random.chance(0.25);
    if (isMerged) lines.push("<<: *base");
    for (const [key, value] of entries) {
      if (isMerged && ["policy", "destinations", "host_types"].includes(key) && random.chance(0.6)) continue;
      if (random.chance(0.15)) lines.push(this.#commentText());
      lines.push(...this.#entry(key, value));
      if (random.chance(0.1)) lines.push("");
    }
    const { overrides } = model;
    if (overrides !== undefined) lines.push(...this.#entry("overrides", overrides));
    return lines.map((line, at) => (at === 0 ? `- ${line}` : line === "" ? "" : `  ${line}`));
  }

  #entry(key: string, value: unknown): string[] {
    const { random } = this;
    const comment = random.chance(0.2) ? ` ${this.#commentText()}` : "";
    if (key === "threshold" && random.chance(0.2)) return [`threshold: *threshold${comment}`];
    if (key === "threshold" && random.chance(0.2))
      return ["threshold:", "  <<: *threshold", "  trigger: *number"];
    if (key === "annotations" && random.chance(0.1)) return [`annotations: *text${comment}`];
    if (key === "destinations" && random.chance(0.1)) return [`destinations: *chans${comment}`];
    if (Array.isArray(value)) return this.#list(key, value as unknown[], comment);
    if (typeof value === "object" && value !== null) {
      const members = Object.entries(value);
      if (random.chance(0.2) || members.length === 0)
        return [`${scalar(key)}: ${inBrackets(value)}${comment}`];
      const lines = members.flatMap(([name, member]) => this.#entry(name, member));
      return [`${scalar(key)}:${comment}`, ...lines.map((line) => (line === "" ? "" : `  ${line}`))];
    }
    if (typeof value !== "string") return [`${key}: ${String(value)}${comment}`];
    return this.#textEntry(key, value, comment);
  }

  #list(key: string, items: readonly unknown[], comment: string): string[] {
    const { random } = this;
    if (items.length === 0 || random.chance(0.5)) return [`${key}: ${inBrackets(items)}${comment}`];
    const own = () => (random.chance(0.2) ? ` ${this.#commentText()}` : "");
    if (random.chance(0.25))
      return [`${key}: [`, ...items.map((item) => `    ${scalar(item)},${own()}`), "  ]"];
    const indent = random.of(["", "  "]);
    return [
      `${key}:${comment}`,
      ...items.flatMap((item) => [
        ...(random.chance(0.15) ? [`${indent}${this.#commentText()}`] : []),
        `${indent}- ${scalar(item)}${own()}`,
      ]),
    ];
  }

  #textEntry(key: string, value: string, comment: string): string[] {
    const { random } = this;
    const isBlock = /^\S/.test(value) && !/[ \t\u200b]\n|\t|\n\n$|\u200b/.test(value) && random.chance(0.6);
    if (isBlock && value.includes("\n")) {
      const chomp = value.endsWith("\n") ? "" : "-";
      const lines = value.replace(/\n$/, "").split("\n");
      if (random.chance(0.7))
        return [`${key}: |${chomp}${comment}`, ...lines.map((line) => (line === "" ? "" : `    ${line}`))];
      const folded = value.replace(/\n$/, "").replace(/\n+/g, "$&\n").split("\n");
      if (!/\n[ \t]/.test(value))
        return [`${key}: >${chomp}${comment}`, ...folded.map((line) => (line === "" ? "" : `  ${line}`))];
    }
    if (random.chance(0.3) && !/[\n\t\u200b]/.test(value))
      return [`${key}: '${value.replaceAll("'", "''")}'${comment}`];
    return [`${key}: ${scalar(value)}${comment}`];
  }
}

function scalar(value: unknown): string {
  if (typeof value !== "string") return String(value);
  const isPlain = /^[A-Za-z][\w .-]*\w$/.test(value) && !/^(?:true|yes|no|on|off)$/.test(value);
  return isPlain ? value : JSON.stringify(value).replaceAll("\u200b", "\\u200b");
}

function inBrackets(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inBrackets).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalar(value);
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${scalar(key)}: ${inBrackets(member)}`)
    .join(", ")} }`;
}
