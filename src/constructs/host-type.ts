/**
 * Database types, for the host filter of an alert. Specification: "Host", which does not list all types.
 * @example
 * AlertDefaults.of(this).set({ hostTypes: [HostType.MYSQL, HostType.POSTGRESQL] });
 */
export const HostType = {
  /** The operating system of a host, whatever database it runs. */
  OS: "os",
  MYSQL: "mysql",
  POSTGRESQL: "pgsql",
  REDIS: "redis",
  MONGODB: "mongo",
} as const;

/** One of the types above, which editors complete, or any other type of the service. */
export type HostType = (typeof HostType)[keyof typeof HostType] | (string & {});
