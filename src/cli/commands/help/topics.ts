/** Short forms of the concepts for `dbmon help TOPIC`. Lines have at most 79 columns, and a text at most 120 words. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TopicName } from "./topic-names";

const root = join(__dirname, "..", "..", "..", "..");

export function readTopic(topic: TopicName): string {
  const file = topic === "agents" ? "skills/dbmon/SKILL.md" : `templates/help/${topic}.txt`;
  const frontMatter = /^---\n[^]*?\n---\n\n/;
  return readFileSync(join(root, file), "utf8").replace(frontMatter, "").trimEnd();
}
