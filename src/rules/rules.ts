/** Rules of a team for alerts: compiles them, and finds the alerts that do not satisfy them. */
import {
  appliesIn,
  errorMessage,
  errorOf,
  formatField,
  formatPlace,
  isMapping,
  joinFirst,
  nameMatcher,
  omitUndefined,
  type Place,
  type Problem,
  ProblemError,
  quote,
  type Severity,
  truncate,
  warningOf,
} from "../diagnostics";
import { type ObjectNames, type RuleExceptions } from "../plan-document";
import {
  type AlertDefinition,
  applyMute,
  type CatalogKey,
  catalogKeyOf,
  catalogKeys,
  type Change,
  nameOf,
  placeOfField,
  versionsOfChange,
} from "../reconcile";
import { indexByName } from "../service";
import { alertValueOf, namesAndNfc, unresolvedFields } from "./alert-value";
import { type Expression, type ExpressionValues, loadCompiler, type RuleChange } from "./expression";
import { ExpressionError } from "./reads";
import { completesWithin } from "./time-limit";

/** A rule as the configuration file defines it. */
export interface Rule {
  readonly name: string;
  /** In CEL. */
  readonly expression: string;
  /** What to do about an alert that does not satisfy the rule. */
  readonly message?: string | undefined;
  /** Globs of names. Undefined: all alerts. */
  readonly alerts?: readonly string[] | undefined;
  /** Globs of names. Undefined: all environments. */
  readonly environments?: readonly string[] | undefined;
  readonly severity: Severity;
  readonly except: readonly RuleException[];
  /** The place of the rule, or of one of its keys. */
  readonly placeOf: (key?: "expression") => Place;
}

/** The rules of a configuration file, and warnings about them. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly warnings: readonly Problem[];
}

interface RuleException {
  readonly alerts: readonly string[];
  readonly environments?: readonly string[] | undefined;
  readonly reason: string;
}

export interface RuleFindings {
  readonly problems: readonly Problem[];
  /** Alerts that do not satisfy a rule, and need not. */
  readonly exceptions: RuleExceptions;
}

interface CompiledRule {
  readonly rule: Rule;
  readonly expression: Expression;
  readonly isSelected: (alert: string) => boolean;
  readonly exceptionOf: (alert: string) => RuleException | undefined;
}

/** Runs work that blocks the process, which a signal can end at once. */
export type RunBlocking = <T>(work: () => T) => T;

/** What the rules read about one alert. */
interface Subject {
  readonly name: string;
  readonly where: Place;
  readonly values: ExpressionValues;
  /** The fields whose names are unknown. */
  readonly unresolved: readonly string[];
  /** Only rules that read the change apply to a deletion. */
  readonly isDeleted: boolean;
}

/** The rules of one environment. */
export class CompiledRules {
  /** The kinds of objects whose names the rules read. */
  readonly kinds: ReadonlySet<CatalogKey>;

  private constructor(
    private readonly rules: readonly CompiledRule[],
    private readonly environment: string,
    /** Also of rules that cannot be compiled. */
    private readonly problems: readonly Problem[],
    private readonly runBlocking: RunBlocking,
  ) {
    this.kinds = new Set(
      catalogKeys.filter((key) => rules.some(({ expression }) => readsKind(expression.reads.fields, key))),
    );
  }

  /**
   * @param warnings about the rules, which become findings
   * @param environment undefined if none is selected: rules of environments do not apply
   * @param runBlocking runs the evaluations, which signals can end
   */
  static async compile(
    { rules, warnings }: RuleSet,
    environment: string | undefined,
    runBlocking: RunBlocking,
  ): Promise<CompiledRules> {
    const compileExpression = await loadCompiler();
    const problems: Problem[] = [...warnings];
    const compiled: CompiledRule[] = [];
    const uncompiled = rules.map((rule) => ({ rule }));
    const endless = withinTime(uncompiled, 1, runBlocking, ({ rule }) => {
      try {
        const expression = compileExpression(rule.expression);
        const isException = rule.except.map(({ alerts, environments }) => {
          const matches = nameMatcher(alerts);
          return (alert: string) => appliesIn(environments, environment) && matches(alert);
        });
        compiled.push({
          rule,
          expression,
          isSelected: nameMatcher(rule.alerts ?? ["*"]),
          exceptionOf: (alert) => rule.except.find((_, index) => isException[index]?.(alert)),
        });
      } catch (error) {
        problems.push(invalidExpression(rule, error));
      }
    });
    if (endless !== undefined) problems.push(endless);
    const ownRules = compiled.filter(({ rule }) => appliesIn(rule.environments, environment));
    return new CompiledRules(ownRules, environment ?? "", problems, runBlocking);
  }

  /**
   * Checks definitions without a service. Rules that read the live alert or the action do not apply.
   *
   * @param now in Unix milliseconds: a muted alert is disabled, as in a plan
   * @param names of objects by ID, as far as they are known
   */
  checkDefinitions(
    definitions: readonly AlertDefinition[],
    now: number,
    names: ObjectNames = {},
  ): RuleFindings {
    const offline = this.rules.filter(({ expression }) => !expression.reads.plan);
    const subjects = definitions.map((definition): Subject => ({
      name: definition.name,
      where: placeOfField(definition),
      values: {
        alert: alertValueOf({ ...applyMute(definition, now), config: definition }, names),
        environment: this.environment,
      },
      unresolved: unresolvedFields(definition, names),
      isDeleted: false,
    }));
    return this.#check(offline, subjects);
  }

  /**
   * Checks what a plan leads to.
   *
   * @param names of the objects of {@link kinds}
   * @param describe computes the values of `change` when a rule reads them
   */
  checkChanges(
    changes: readonly Change[],
    definitions: readonly AlertDefinition[],
    names: ObjectNames,
    describe: (change: Change) => RuleChange,
  ): RuleFindings {
    const byName = indexByName(definitions);
    const subjects = changes.map((change): Subject => {
      const name = nameOf(change);
      const definition = byName.get(name);
      const { before, after } = versionsOfChange(change);
      const live = before === undefined ? null : alertValueOf(before, names);
      const desired = change.action === "delete" ? undefined : change.desired;
      return {
        name,
        where: definition === undefined ? { subject: name } : placeOfField(definition),
        values: {
          alert: (after === undefined ? live : alertValueOf({ ...desired, ...after }, names)) ?? {},
          environment: this.environment,
          before: live,
          change: describe(change),
        },
        unresolved: [],
        isDeleted: change.action === "delete",
      };
    });
    return this.#check(this.rules, subjects);
  }

  /** Tries the rules of which all that they read is given. @param given the variables, as a test writes them */
  tryRules(given: Readonly<Record<"alert" | "before" | "change", unknown>>): readonly RuleTrial[] {
    const values = { ...namesAndNfc(given), environment: this.environment } as unknown as ExpressionValues;
    const { name } = values.alert;
    const subject: Subject = {
      name: typeof name === "string" ? name : "",
      where: {},
      values,
      unresolved: [],
      isDeleted: values.change?.action === "delete",
    };
    const trials: RuleTrial[] = [];
    const problem = withinTime(this.rules, 1, this.runBlocking, (compiled) => {
      const { rule, expression, exceptionOf } = compiled;
      const isLimited = rule.alerts !== undefined || rule.except.length > 0;
      const read = isLimited ? [["alert", "name"], ...expression.reads.paths] : expression.reads.paths;
      const missing = read.find((path) => !isGiven(path, values));
      const isRefused =
        missing === undefined &&
        appliesTo(compiled, subject) &&
        exceptionOf(subject.name) === undefined &&
        checkSubject(compiled, subject) !== undefined;
      trials.push({ rule: rule.name, missing: missing && formatField(missing), isRefused });
    });
    if (problem !== undefined) throw new ProblemError([problem]);
    return trials;
  }

  #check(rules: readonly CompiledRule[], subjects: readonly Subject[]): RuleFindings {
    const problems: Problem[] = [...this.problems];
    const exceptions: RuleExceptions = [];
    const endless = withinTime(rules, subjects.length, this.runBlocking, (compiled) => {
      const { rule, expression, exceptionOf } = compiled;
      const unchecked: Subject[] = [];
      for (const subject of subjects) {
        if (!appliesTo(compiled, subject)) continue;
        if (subject.unresolved.some((field) => readsField(expression.reads.fields, field))) {
          unchecked.push(subject);
          continue;
        }
        const problem = checkSubject(compiled, subject);
        if (problem === undefined) continue;
        const exception = exceptionOf(subject.name);
        if (exception === undefined) problems.push(problem);
        else exceptions.push({ rule: rule.name, alert: subject.name, reason: exception.reason });
      }
      if (unchecked.length > 0) problems.push(notChecked(rule, unchecked));
    });
    if (endless !== undefined) problems.push(endless);
    return { problems, exceptions };
  }
}

/** For 1,000 alerts and 20 rules, of which 0.1 s is used. More have more in proportion. */
const timeLimitMs = 2000;

/** Works on each rule. @returns the problem of the rule that exceeds the time of all of them */
function withinTime<T extends { readonly rule: Rule }>(
  rules: readonly T[],
  alertCount: number,
  runBlocking: RunBlocking,
  work: (rule: T) => void,
): Problem | undefined {
  const limit = timeLimitMs * Math.max(1, alertCount / 1000) * Math.max(1, rules.length / 20);
  let current: Rule | undefined;
  const isCompleted = runBlocking(() =>
    completesWithin(Math.ceil(limit), () => {
      for (const one of rules) {
        current = one.rule;
        work(one);
      }
    }),
  );
  if (isCompleted || current === undefined) return undefined;
  const what = `The rule ${quote(current.name)} takes too long: the rules of this run have ${Math.round(limit / 1000)} s.`;
  return errorOf("rules", what, {
    where: current.placeOf("expression"),
    remedy: "Simplify the expression: fewer calls of all, exists, map and filter inside each other.",
  });
}

/** What a rule did with the alert of a test. */
export interface RuleTrial {
  readonly rule: string;
  /** What it reads that is not given, so that it was not tried. */
  readonly missing: string | undefined;
  readonly isRefused: boolean;
}

function appliesTo({ expression, isSelected }: CompiledRule, { name, isDeleted }: Subject): boolean {
  return isSelected(name) && (!isDeleted || expression.reads.plan);
}

/** Whether a value is given, or known to be missing: an alert has one of `event` and `threshold`, and few have the other optional keys. */
function isGiven([root = "", ...field]: readonly string[], values: ExpressionValues): boolean {
  let value: unknown = { ...values }[root as keyof ExpressionValues];
  if (value === undefined) return false;
  for (const key of field) {
    if (!isMapping(value)) return true;
    if (!Object.hasOwn(value, key))
      return (
        optionalKeys.includes(key) ||
        (/^(event|threshold)$/.test(key) && ("event" in value || "threshold" in value))
      );
    value = value[key];
  }
  return true;
}

const optionalKeys = ["muted", "reason", "renamed_from", "ignore"];

function checkSubject({ rule, expression }: CompiledRule, { values, where }: Subject): Problem | undefined {
  const { severity, message } = rule;
  try {
    if (expression.evaluate(values)) return undefined;
  } catch (error) {
    const what = `The rule ${titleOf(rule)} cannot be evaluated for this alert: ${errorMessage(error)}.`;
    const remedy =
      "Fix the expression. Test a field that some alerts do not have with has(...). See docs/guides/guardrails.md.";
    return { code: "rules", severity, what, where, remedy };
  }
  const subject = expression.reads.plan ? "The change of this alert" : "The alert";
  const remedy =
    message ??
    `See docs/guides/guardrails.md, and change the alert so that this is true: ${truncate(rule.expression, maxShownLength)}`;
  return {
    code: "rules",
    severity,
    what: `${subject} does not satisfy the rule ${titleOf(rule)}.`,
    where,
    remedy,
  };
}

/** Of an expression in a message, in UTF-16 units. */
const maxShownLength = 200;
const maxListed = 3;

function notChecked(rule: Rule, subjects: readonly Subject[]): Problem {
  const names = joinFirst(subjects, maxListed, ({ name }) => quote(name));
  const what = `The rule ${quote(rule.name)} was not checked for ${names}: it reads references that are IDs or times, whose names only the service knows.`;
  return warningOf("rules", what, {
    where: rule.placeOf("expression"),
    remedy: "Refer to objects by name, name the IDs with --catalog, or run dbmon plan.",
  });
}

function invalidExpression(rule: Rule, error: unknown): Problem {
  const { offset, remedy } = error instanceof ExpressionError ? error : new ExpressionError("");
  const position = offset === undefined ? "" : ` (character ${offset + 1})`;
  const what = `The expression of the rule ${quote(rule.name)} is invalid: ${errorMessage(error)}${position}.`;
  return errorOf("rules", what, {
    where: rule.placeOf("expression"),
    remedy:
      remedy ??
      'Write a condition in CEL, with ==, &&, || and !, such as: alert.annotations.contains("https://")',
  });
}

/** `"runbook" (dbmon.yaml:3)` */
function titleOf({ name, placeOf }: Rule): string {
  const { file, line } = placeOf();
  return `${quote(name)} (${formatPlace(omitUndefined({ file, line }))})`;
}

function readsKind(fields: ReadonlySet<string> | undefined, kind: CatalogKey): boolean {
  return referenceFields.some(
    (field) => catalogKeyOf(field.split(".")) === kind && readsField(fields, field),
  );
}

const referenceFields = ["policy", "destinations", "hosts", "threshold.duration"];

/** @param field for example `threshold.duration`, which an expression with `threshold` reads too */
function readsField(fields: ReadonlySet<string> | undefined, field: string): boolean {
  const [outer = field] = field.split(".");
  return fields === undefined || fields.has(field) || fields.has(outer);
}
