/** Checks whether mutes are probably too long, or end before their alert is created. */
import { muteProblems } from "../../reconcile";
import { describeMuteEnd, isMuted } from "../../service";
import { type CheckProblem, defineCheck } from "./check";

export const longMute = defineCheck({
  name: "long-mute",
  needs: ["definitions", "now"],
  check: ({ definitions, now }) => definitions.flatMap((definition) => muteProblems(definition, { now })),
});

export const muteEnded = defineCheck({
  name: "mute-ended",
  needs: ["created", "now"],
  check: ({ created, now }) =>
    created.flatMap(({ name, mute }): CheckProblem[] => {
      if (mute === undefined || isMuted(mute, now)) return [];
      const what = `The ${describeMuteEnd(mute, now)}. The new alert is created enabled.`;
      const where = { subject: name, field: ["muted", "until"] };
      return [{ severity: "warning", what, where, remedy: "Set a later time, or remove muted." }];
    }),
});
