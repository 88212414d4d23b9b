/** `dbmon destinations`, `policies`, `durations` and `integrations`: what an alert can refer to. */
import { type Command } from "commander";
import { type ChoiceNoun } from "../actions/list-choices";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { type ListFlags } from "../lists/print-list";

const descriptions: Readonly<Record<ChoiceNoun, string>> = {
  destinations: "list the destinations of notifications, without their settings",
  policies: "list the alert policies: how often an alert can fire",
  durations: "list the alert durations: how long a trigger must be exceeded",
  integrations: "list the kinds of destinations",
};

export function registerChoiceCommands(program: Command, context: CliContext): void {
  const register = (noun: ChoiceNoun) => {
    addHelp(program.command(noun).description(descriptions[noun]).option("--json", "print JSON"), {
      examples: [`dbmon ${noun}`, `dbmon ${noun} --json`],
    }).action(async (flags: ListFlags) => {
      const { choicesAction } = await import("../actions/index.js");
      await choicesAction(context, noun, flags);
    });
  };
  register("destinations");
  register("policies");
  register("durations");
  register("integrations");
}
