import { uuidPattern } from "#src/kit/ids.ts";

/** What the query of an address may hold; the router reads `12` and `true` in it as a number and a yes. */
type Written = string | number | boolean;

/** One parameter of an address. Whatever makes no sense reads as if it were not there, so that every link shows something. */
export interface SearchParam<T> {
  read: (raw: unknown) => T;
  /** Undefined for what is as usual, which an address leaves out. */
  write: (value: T) => Written | undefined;
}

/** What a page shows, by the parameters of its address. */
export interface SearchParams<T> {
  read: (raw: Readonly<Record<string, unknown>>) => T;
  write: (values: T) => { [K in keyof T]?: WrittenAs<T[K]> };
}

type WrittenAs<T> = T extends readonly unknown[] ? string : Exclude<T, "" | undefined>;

const textOf = (raw: unknown): string =>
  typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean" ? String(raw) : "";

/** Words that a person typed, cut to `max` characters; none are an empty text. */
export const words = (max: number): SearchParam<string> => ({
  read: (raw) => textOf(raw).slice(0, max).toWellFormed().trim(),
  write: (value) => value.trim() || undefined,
});

/** One of a few values; else the usual one, which is an empty text unless told. */
export function choice<T extends string>(values: readonly T[]): SearchParam<T | "">;
export function choice<T extends string>(values: readonly T[], usual: T): SearchParam<T>;
export function choice(values: readonly string[], usual = ""): SearchParam<string> {
  return {
    read: (raw) => values.find((value) => value === raw) ?? usual,
    write: (value) => (value === usual ? undefined : value),
  };
}

/** A text that passes a test; else an empty one. */
export const passing = (test: (text: string) => boolean): SearchParam<string> => ({
  read: (raw) => (typeof raw === "string" && test(raw) ? raw : ""),
  write: (value) => value || undefined,
});

/** The id of a record in lower case, or an empty text. */
export const recordId: SearchParam<string> = {
  read: (raw) => (typeof raw === "string" && uuidPattern.test(raw) ? raw.toLowerCase() : ""),
  write: (value) => value || undefined,
};

/** Yes, or no, which is usual. */
export const flag: SearchParam<boolean> = {
  read: (raw) => raw === true || raw === "true",
  write: (value) => value || undefined,
};

/** Yes, no, or neither. */
export const yesOrNo: SearchParam<boolean | undefined> = {
  read: (raw) => (flag.read(raw) ? true : raw === false || raw === "false" ? false : undefined),
  write: (value) => value,
};

/** A whole number between two, both included; else undefined. */
export const whole = (min: number, max: number): SearchParam<number | undefined> => ({
  read: (raw) => {
    const number = typeof raw === "string" && raw !== "" ? Number(raw) : raw;
    return typeof number === "number" && Number.isInteger(number) && number >= min && number <= max
      ? number
      : undefined;
  },
  write: (value) => value,
});

const between = (raw: unknown, mark: string): string[] =>
  textOf(raw)
    .split(mark, 1000)
    .map((value) => value.trim());

/** At most `count` different texts between commas, those that pass a test. */
export const several = (count: number, test: (value: string) => boolean): SearchParam<string[]> => ({
  read: (raw) => [...new Set(between(raw, ",").filter((value) => test(value)))].slice(0, count),
  write: (values) => values.join(",") || undefined,
});

/** Some of a few values, in their order. */
export const someOf = <T extends string>(values: readonly T[], mark = ","): SearchParam<T[]> => ({
  read: (raw) => values.filter((value) => between(raw, mark).includes(value)),
  write: (chosen) => values.filter((value) => chosen.includes(value)).join(mark) || undefined,
});

/** The parameters of a page's address, and how to read and to write it. */
export function searchParams<T extends object>(params: { [K in keyof T]: SearchParam<T[K]> }): SearchParams<T> {
  const all = Object.entries(params) as [keyof T, SearchParam<T[keyof T]>][];
  return {
    read: (raw) => Object.fromEntries(all.map(([name, { read }]) => [name, read(raw[String(name)])])) as T,
    write: (values) =>
      Object.fromEntries(
        all.flatMap(([name, { write }]) => {
          const written = write(values[name]);
          return written === undefined ? [] : [[name, written]];
        }),
      ) as { [K in keyof T]?: WrittenAs<T[K]> },
  };
}
