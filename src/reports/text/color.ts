/** Styles of text. The command decides whether its stream shows them. */
import { type FindingEffect } from "../model/findings";

/** `removed` and `added` are the parts that differ between two values, and `dim` the parts that they share. */
export type Style = "bold" | "dim" | "green" | "yellow" | "red" | "cyan" | "removed" | "added";

/** Returns the text in a style, or unchanged without one. */
export type Colorize = (text: string, style?: Style) => string;

export const effectStyles: Readonly<Record<FindingEffect, Style | undefined>> = {
  create: "green",
  change: "yellow",
  delete: "red",
  pending: "cyan",
  passed: "green",
  failed: "red",
  none: undefined,
};

export const noColor: Colorize = (text) => text;
