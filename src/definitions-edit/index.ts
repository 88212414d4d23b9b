/** Changes values in definitions files, and proves each edit by reading the edited file. */
export { editDefinitions, type EditedFile } from "./edit-definitions";
export { type AlertEdit, type AttributeEdit, type LiveValue } from "./plan-alert-edit";
export { inFormatOf } from "./text-edits";
