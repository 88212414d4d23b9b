/** Edits in the service's user interface, between Terraform runs or between a plan and its apply. */
import { type ModelAlert } from "../service-model";
import { apiAlertOf } from "./configuration";
import { type Content, type ManualEdit } from "./sequence";
import { type SequenceWorld } from "./world";

/** What an edit did. */
interface Edited {
  readonly id: number;
  readonly isNew: boolean;
  readonly description: string;
}

/** @returns undefined if the edit is not possible: no alert exists, or the name is taken */
export async function editManually(world: SequenceWorld, edit: ManualEdit): Promise<Edited | undefined> {
  const live = await world.live();
  if (edit.edit === "create") {
    if (isTaken(live, edit.name)) return undefined;
    const alert = { name: edit.name, ...edit.content };
    const id = await world.create(alert, edit.isIncomplete);
    const suffix = edit.isIncomplete ? ", incomplete" : "";
    return { id, isNew: true, description: `create ${id} ${describeContent(alert)} "${edit.name}"${suffix}` };
  }
  const ids = [...live.keys()];
  const alert = live.get(ids[edit.index % ids.length] ?? 0);
  if (alert === undefined) return undefined;
  const description = await editAlert(world, alert, edit, live);
  return description === undefined ? undefined : { id: alert.id, isNew: false, description };
}

async function editAlert(
  world: SequenceWorld,
  { id, settings }: ModelAlert,
  edit: Exclude<ManualEdit, { edit: "create" }>,
  live: ReadonlyMap<number, ModelAlert>,
): Promise<string | undefined> {
  switch (edit.edit) {
    case "rename":
      if (isTaken(live, edit.name)) return undefined;
      await world.putSettings(id, { ...settings, name: edit.name });
      return `rename ${id} "${settings.name}" to "${edit.name}"`;
    case "change": {
      // The kind of an alert cannot change.
      const content: Content = { ...edit.content, kind: settings.type === 1 ? "event" : "threshold" };
      const { settings: changed, config } = apiAlertOf({ name: settings.name, ...content });
      await world.putSettings(id, changed);
      await world.putConfig(id, config);
      return `change ${id} "${settings.name}" to ${describeContent(content)}`;
    }
    case "delete":
      await world.remove(id);
      return `delete ${id} "${settings.name}"`;
  }
}

function isTaken(live: ReadonlyMap<number, ModelAlert>, name: string): boolean {
  return [...live.values()].some(({ settings }) => settings.name === name);
}

export function describeContent({ kind, policy, value }: Content): string {
  return `${kind} ${value}, policy ${policy}`;
}
