import type { Insertable, JSONColumnType, Selectable, Updateable } from "kysely";

/** `nextStepOn` is `next_step_on`. */
type Snake<Name extends string> = Name extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Rest>}`
  : "";

/** How a field is kept where its column does not hold it as it is: as `jsonb`, or an ISO 8601 text as `timestamptz`. */
type Kind = "json" | "instant";
type Kinds<Fields> = { readonly [Name in keyof Fields]?: Kind };

type Column<Value, How> = How extends "instant"
  ? Date | Extract<Value, null>
  : How extends "json"
    ? JSONColumnType<NonNullable<Value> & object> | Extract<Value, null>
    : Value;

type Columns<Fields, How extends Kinds<Fields>> = {
  [Name in keyof Fields & string as Snake<Name>]: Column<Fields[Name], How[Name]>;
};

/** Columns of a table in which the fields of a record stand, for its type in `Tables`. */
export type ColumnsOf<Table> = Table extends FieldTable<infer Fields, infer How> ? Columns<Fields, How> : never;

/** Fields of a record and the columns that hold them. */
export interface FieldTable<Fields, How extends Kinds<Fields>> {
  /** Of the fields, in the order of the columns. */
  names: readonly (keyof Fields & string)[];
  /** In the order of the fields. */
  columns: readonly (keyof Columns<Fields, How> & string)[];
  read: (row: Selectable<Columns<Fields, How>>) => Fields;
  insert: (record: Fields) => Insertable<Columns<Fields, How>>;
  /** @param changes what is absent or undefined stays as it is */
  update: (changes: { [Name in keyof Fields]?: Fields[Name] | undefined }) => Updateable<Columns<Fields, How>>;
}

/** A value as the driver takes it. */
function written(value: unknown, kind: Kind | undefined): unknown {
  if (value === null || kind === undefined) return value;
  return kind === "json" ? JSON.stringify(value) : new Date(String(value));
}

/**
 * Columns that follow from the fields of a contract: `select`, `insert`, `update` and the mapping are said once.
 * @param names of the fields, as `newLead.keyof().options`
 * @param kinds of those that their column does not hold as they are
 */
export const fieldsOf =
  <Fields>() =>
  <const How extends Kinds<Fields>>(names: readonly (keyof Fields & string)[], kinds: How): FieldTable<Fields, How> => {
    const table = names.map((name) => ({
      name,
      column: name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      kind: kinds[name],
    }));
    const toRow = (values: object): object =>
      Object.fromEntries(
        table.flatMap(({ name, column, kind }) => {
          const value: unknown = Reflect.get(values, name);
          return value === undefined ? [] : [[column, written(value, kind)]];
        }),
      );
    const toRecord = (row: object): object =>
      Object.fromEntries(
        table.map(({ name, column }) => {
          const value: unknown = Reflect.get(row, column);
          return [name, value instanceof Date ? value.toISOString() : value];
        }),
      );
    // The types follow from the names by the same rule as the values.
    return {
      names,
      columns: table.map(({ column }) => column),
      read: toRecord,
      insert: toRow,
      update: toRow,
    } as unknown as FieldTable<Fields, How>;
  };
