/** Problems (what, where, remedy), near-name hints, secrets, and text that is safe to print. */
export * from "./checks";
export * from "./collections";
export * from "./fit-text";
export * from "./glob";
export * from "./json";
export * from "./near-names";
export * from "./problem";
export * from "./problem-codes";
export * from "./repository";
export * from "./secret";
export * from "./text";
export * from "./untrusted-text";
