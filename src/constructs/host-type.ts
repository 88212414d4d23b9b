/** Database types, as alerts name them in their host filter. Specification: "Host"; the set of types is not closed. */
export const HostType = {
  /** The operating system of a host, whatever runs on it. */
  OS: "os",
  MYSQL: "mysql",
  POSTGRESQL: "pgsql",
  REDIS: "redis",
  MONGODB: "mongo",
} as const;

/** One of those known, which editors complete, or any other that the service has. */
export type HostType = (typeof HostType)[keyof typeof HostType] | (string & {});
