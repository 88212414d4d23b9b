/** This distribution of the package: its version, the provider that it installs, and the programs that it starts. */
export * from "./install-provider";
export * from "./programs";
export * from "./version";
