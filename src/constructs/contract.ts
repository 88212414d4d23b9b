/**
 * The contract between copies of this package in one app, such as the app's own copy and the copy of a library.
 *
 * Each copy has its own classes, so `instanceof` is false for an object of another copy. Copies share one `cdktf`, one
 * `constructs` and one construct tree. They find each other's objects in this tree only by these symbols:
 *
 * | symbol                    | property of         | value                                                                   |
 * | ------------------------- | ------------------- | ----------------------------------------------------------------------- |
 * | `dbmon-iac.Alert`         | an `Alert`          | true; `resource` has the members of the generated class of `dbmon_alert` |
 * | `dbmon-iac.DbmonProvider` | a `DbmonProvider`   | true; it has `environment`, and the members of the generated class      |
 * | `dbmon-iac.AlertDefaults` | a scope             | its `AlertDefaultsProps`; configurable, so that each copy can replace it |
 * | `dbmon-iac.UniqueNames`   | a stack or an app   | true; one of the copies validates the names of all alerts in it         |
 * | `dbmon-iac.OneLibrary`    | an app              | true; one of the copies checks that it uses one of cdktf and cdktn       |
 *
 * Value classes, such as `Destination`, need no symbol: every copy reads only their public properties.
 *
 * A later version may add symbols and optional members. It must not remove or rename a member, or change its meaning: that
 * needs a new symbol, which earlier versions ignore.
 */
export const alertBrand = Symbol.for("dbmon-iac.Alert");
export const providerBrand = Symbol.for("dbmon-iac.DbmonProvider");
export const defaultsKey = Symbol.for("dbmon-iac.AlertDefaults");
export const uniqueNamesBrand = Symbol.for("dbmon-iac.UniqueNames");
export const oneLibraryBrand = Symbol.for("dbmon-iac.OneLibrary");

export function addBrand(target: object, brand: symbol): void {
  Object.defineProperty(target, brand, { value: true });
}

export function hasBrand(value: unknown, brand: symbol): boolean {
  return typeof value === "object" && value !== null && brand in value;
}
