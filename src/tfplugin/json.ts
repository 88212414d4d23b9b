/**
 * What can be written as JSON and read back unchanged: private state, and old states given to upgrade functions.
 */

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
