import { writeField } from "../../../plan-document";
import { type LiveEdit, placeOfEdit } from "../../edits/live-edits";
import { type AcceptDocument } from "../../inputs/accept-document";

export function describeEdit(
  edit: LiveEdit,
  status: AcceptDocument["alerts"][number]["status"],
): AcceptDocument["alerts"][number] {
  const { definition, change, fields } = edit;
  return {
    name: definition.name,
    ...(change.action === "create" ? {} : { id: change.live.alert.id }),
    status,
    where: placeOfEdit(edit),
    fields: fields.map(({ path, from: live, to: defined }) => ({
      ...writeField({ path, from: defined, to: live }),
      where: placeOfEdit(edit, path),
    })),
  };
}
