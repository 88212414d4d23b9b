/** The topics of `dbmon help`. Their content is loaded only when asked for. */
const topicDescriptions = {
  accept: "take a manual change into the definitions",
  agents: "how a coding agent changes alerts, and asks before it writes",
  adoption: "live alerts that have the name of a definition",
  drift: "live alerts that differ from their definitions",
  environments: "staging, production and others in one configuration",
  propagation: "the time until a change takes effect",
  rules: "what every alert of a team must satisfy",
} as const;

export type TopicName = keyof typeof topicDescriptions;

export const topicHelp: readonly (readonly [name: string, meaning: string])[] =
  Object.entries(topicDescriptions);

export function isTopic(name: string): name is TopicName {
  return Object.hasOwn(topicDescriptions, name);
}
