/** Arbitrary sequences for fast-check, which generates them from a seed and reduces those that fail. */
import * as fc from "fast-check";
import { type FaultKind } from "../schedules/schedule";
import {
  type Change,
  type Content,
  type Disturbance,
  type Key,
  keys,
  type ManualEdit,
  names,
  type Pause,
  type Sequence,
  type Step,
} from "./sequence";

/** Faults whose handling takes little real time. */
const faults: readonly FaultKind[] = [
  "before: cut",
  "before: 400",
  "before: 403",
  "before: 404 page",
  "before: 409",
  "before: 429",
  "before: 500",
  "before: 503",
  "after: cut",
  "after: 500",
  "after: 503",
  "after: garbage",
  "after: cut in body",
  "after: late",
];

const content: fc.Arbitrary<Content> = fc.record({
  kind: fc.constantFrom("event", "threshold"),
  policy: fc.constantFrom(1, 2),
  value: fc.constantFrom(1, 2),
});
const name = fc.constantFrom(...names);
const index = fc.nat({ max: 11 });

const creation = fc.record({
  edit: fc.constant("create" as const),
  name,
  content,
  isIncomplete: fc.oneof(
    { weight: 5, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});

const edit: fc.Arbitrary<ManualEdit> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ edit: fc.constant("change" as const), index, content }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant("rename" as const), index, name }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant("delete" as const), index }) },
  { weight: 1, arbitrary: creation },
);

const edits = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(edit, { minLength: 1, maxLength: 2 }) },
);

const pause: fc.Arbitrary<Pause> = fc.oneof(
  { weight: 2, arbitrary: fc.constant("within the window" as const) },
  { weight: 1, arbitrary: fc.constant("past the window" as const) },
);

const victim = fc.constantFrom("the provider" as const, "terraform and the provider" as const);

const disturbance: fc.Arbitrary<Disturbance> = fc
  .record({
    counts: fc.constantFrom("calls" as const, "writes" as const, "writes" as const),
    at: fc.nat({ max: 19 }),
    kind: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          fault: fc.constantFrom(...faults),
          times: fc.constantFrom("once" as const, "from then on" as const),
        }),
      },
      { weight: 1, arbitrary: fc.constant({ interrupt: true as const }) },
      {
        weight: 2,
        arbitrary: fc.record({ kill: victim, when: fc.constantFrom("before" as const, "after" as const) }),
      },
    ),
  })
  // A run has fewer writes than calls.
  .map(({ counts, at, kind }) => ({ counts, at: 1 + (counts === "writes" ? at % 6 : at), kind }));

function putOf(key: fc.Arbitrary<Key>): fc.Arbitrary<Change> {
  return fc.record({ change: fc.constant("put" as const), key, name, content });
}

function changeOf(key: fc.Arbitrary<Key>): fc.Arbitrary<Change> {
  return fc.oneof(
    { weight: 4, arbitrary: putOf(key) },
    { weight: 2, arbitrary: fc.record({ change: fc.constant("swap name" as const), key, name }) },
    { weight: 3, arbitrary: fc.record({ change: fc.constant("hand on name" as const), key, name }) },
    { weight: 1, arbitrary: fc.constant({ change: "rotate names" as const }) },
    { weight: 2, arbitrary: fc.record({ change: fc.constant("set content" as const), key, content }) },
    { weight: 3, arbitrary: fc.record({ change: fc.constant("remove" as const), key }) },
    { weight: 1, arbitrary: fc.record({ change: fc.constant("move" as const), from: key, to: key }) },
    { weight: 5, arbitrary: fc.record({ change: fc.constant("reuse" as const), key, of: key }) },
  );
}

/** Which resources a sequence uses. */
interface Profile {
  /**
   * `existing_alerts = "adopt"` with a second provider block can put one alert under two addresses (docs/reliability.md, "Known limits"). It is
   * not generated.
   */
  readonly mayAdopt: boolean;
  readonly keys: readonly Key[];
  readonly listLength: fc.Arbitrary<number>;
}

const keysOf = (...labels: readonly string[]): Key[] =>
  keys.filter((key) => labels.some((label) => key.startsWith(`${label}.`)));

const noList = fc.constant(0);
const profiles = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constant<Profile>({ mayAdopt: true, keys: keysOf("each"), listLength: noList }),
  },
  {
    weight: 3,
    arbitrary: fc.constant<Profile>({ mayAdopt: true, keys: keysOf("each", "later"), listLength: noList }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Profile>({ mayAdopt: false, keys: keysOf("each", "second"), listLength: noList }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Profile>({
      mayAdopt: true,
      keys: keysOf("each"),
      // More elements than Terraform changes at a time, by default.
      listLength: fc.oneof(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 20, max: 30 })),
    }),
  },
);

const rarely = fc.oneof(
  { weight: 11, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);

function stepOf(change: fc.Arbitrary<Change>, isFirst: boolean): fc.Arbitrary<Step> {
  return fc.record({
    losesState: isFirst ? fc.constant(false) : rarely,
    edits: isFirst ? fc.constant([]) : edits,
    pause,
    changes: fc.array(change, isFirst ? { minLength: 2, maxLength: 5 } : { minLength: 1, maxLength: 4 }),
    savedPlan: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.record({ pause, edits }) },
    ),
    parallelism: fc.oneof(
      { weight: 6, arbitrary: fc.constant(10 as const) },
      { weight: 1, arbitrary: fc.constantFrom(1 as const, 2 as const) },
    ),
    disturbance: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 2, arbitrary: disturbance },
    ),
    settlesAfterFailure: fc.boolean(),
  });
}

/** A rename, and within its propagation window an alert with the former name, which reads may still show. */
function renameAndReuse(first: Step, key: fc.Arbitrary<Key>): fc.Arbitrary<Step[]> {
  const existing = first.changes.flatMap((change) => (change.change === "put" ? [change.key] : []));
  return fc
    .record({ of: fc.constantFrom(...existing), key, name })
    .chain(({ of, key: other, name: newName }) =>
      fc.tuple(
        stepOf(fc.constant<Change>({ change: "hand on name", key: of, name: newName }), false),
        stepOf(fc.constant<Change>({ change: "reuse", key: other, of }), false),
      ),
    )
    .map(([renaming, reusing]) => {
      const withinWindow = { pause: "within the window", edits: [] } as const;
      const savedPlan = reusing.savedPlan && withinWindow;
      return [renaming, { ...reusing, ...withinWindow, savedPlan }];
    });
}

const listChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ change: "drop first element" as const }) },
  { weight: 1, arbitrary: fc.constant({ change: "append element" as const }) },
);

const biasedSequences: fc.Arbitrary<Sequence> = profiles.chain((profile) => {
  const key = fc.constantFrom(...profile.keys);
  const change = changeOf(key);
  const hasList = profile.listLength !== noList;
  const laterChange = hasList ? fc.oneof(change, { weight: 2, arbitrary: listChange }) : change;
  return fc.record({
    uniqueNames: fc.oneof(
      { weight: 3, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    staleSeconds: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0 as const) },
      { weight: 1, arbitrary: fc.constant(0.9 as const) },
      { weight: 2, arbitrary: fc.constant(3 as const) },
      { weight: 2, arbitrary: fc.constant(20 as const) },
    ),
    existingAlerts: fc.oneof(
      { weight: 3, arbitrary: fc.constant("error" as const) },
      { weight: profile.mayAdopt ? 1 : 0, arbitrary: fc.constant("adopt" as const) },
    ),
    remedy: fc.oneof(
      { weight: 3, arbitrary: fc.constant("import" as const) },
      { weight: profile.mayAdopt ? 1 : 0, arbitrary: fc.constant("adopt once" as const) },
    ),
    slow: fc.constantFrom("data source" as const, "resource" as const),
    listLength: profile.listLength,
    unmanaged: fc.array(creation, { maxLength: 3 }),
    steps: stepOf(putOf(key), true).chain((first) =>
      fc
        .oneof(
          { weight: 4, arbitrary: fc.array(stepOf(laterChange, false), { minLength: 1, maxLength: 3 }) },
          { weight: 1, arbitrary: renameAndReuse(first, key) },
        )
        .map((rest) => [first, ...rest]),
    ),
    lastPause: pause,
    lastCommand: fc.oneof(
      { weight: 4, arbitrary: fc.constant("apply" as const) },
      { weight: 1, arbitrary: fc.constant("destroy" as const) },
    ),
  });
});

/** fast-check prefers extreme values in its first runs, and each seed is a first run. */
export const sequences = fc.noBias(biasedSequences);
