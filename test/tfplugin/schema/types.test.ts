/**
 * What the compiler knows of a schema. The proof is that this file compiles, wrong lines marked as such included.
 */
import {
  attribute as a,
  type ConfigOf,
  definitions,
  type KnownConfigOf,
  type PlannedOf,
  type ProposedOf,
  schema,
  type StateOf,
  t,
  UNKNOWN,
  type Unknown,
} from "../../../src/tfplugin";

const description = "";
const sample = schema({
  description,
  attributes: {
    id: a.string({ computed: true, description }),
    seen: a.string({ computed: true, nullable: true, description }),
    name: a.string({ required: true, description }),
    note: a.string({ optional: true, description }),
    sealed: a.boolean({ optional: true, default: false, description }),
    color: a.string({ optional: true, computed: true, description }),
    lots: a.set(t.integer, { optional: true, default: [], description }),
    gaps: a.list(t.nullable(t.string), { required: true, description }),
    home: a.object(
      { floor: a.integer({ optional: true, default: 0, description }) },
      { optional: true, description },
    ),
  },
});
type Sample = typeof sample;

/** True if the types are identical. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const same = <A, B>(answer: Same<A, B>): boolean => answer;

test("each view of a schema has null and UNKNOWN exactly where they can occur", () => {
  same<ConfigOf<Sample>["id"], null>(true);
  same<ConfigOf<Sample>["name"], string | Unknown>(true);
  same<ConfigOf<Sample>["sealed"], boolean | Unknown | null>(true);
  same<ConfigOf<Sample>["lots"], readonly (number | Unknown)[] | Unknown | null>(true);
  same<KnownConfigOf<Sample>["lots"], readonly number[] | null>(true);
  same<ConfigOf<Sample>["gaps"], readonly (string | Unknown | null)[] | Unknown>(true);
  same<StateOf<Sample>["gaps"], readonly (string | null)[]>(true);
  same<KnownConfigOf<Sample>["color"], string | null>(true);
  same<ProposedOf<Sample>["sealed"], boolean | Unknown>(true);
  same<PlannedOf<Sample>["sealed"], boolean>(true);
  same<PlannedOf<Sample>["id"], string | Unknown>(true);
  same<PlannedOf<Sample>["seen"], string | Unknown | null>(true);
  same<StateOf<Sample>["id"], string>(true);
  same<StateOf<Sample>["seen"], string | null>(true);
  same<StateOf<Sample>["note"], string | null>(true);
  same<NonNullable<StateOf<Sample>["home"]>["floor"], number>(true);
  expect(UNKNOWN.toString()).toBe("Symbol((known after apply))");
});

test("mistakes in a schema do not compile", () => {
  // @ts-expect-error a misspelled option
  a.string({ required: true, description, senstive: true });
  // @ts-expect-error an attribute is required or has a default
  a.string({ required: true, default: "x", description });
  // @ts-expect-error nobody gives it a value
  a.string({ description });
  // @ts-expect-error a default of another type
  a.integer({ optional: true, default: "3", description });
  // @ts-expect-error no description
  a.integer({ required: true });
  // @ts-expect-error a validator of another type
  a.integer({ required: true, description, validate: [(value: string) => value] });
});

test("incomplete handlers do not compile", () => {
  const state = {
    id: "1",
    seen: null,
    name: "n",
    note: null,
    sealed: true,
    color: "red",
    lots: [],
    gaps: ["a", null],
    home: null,
  };
  const made = definitions<{ url: string }>().resource({
    typeName: "x_sample",
    schema: sample,
    plan({ session }) {
      // @ts-expect-error there may be no session at plan
      return session.url === "" ? {} : undefined;
    },
    // @ts-expect-error the state lacks its id
    create({ planned }) {
      return { state: { ...planned, seen: null, color: "red" } };
    },
    read: () => ({ state }),
    delete: () => undefined,
  });
  expect(made.schema).toBe(sample);
});
